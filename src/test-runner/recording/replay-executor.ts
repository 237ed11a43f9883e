/** Replays a recorded execution: returns its launches and harness checks in order, and starts nothing. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Problem } from '../../core/model/test-run.ts'
import { canaryNotes } from '../canary/canary.ts'
import type { TestExecutor } from '../executor.ts'
import { type Launch, withoutStart } from '../launch.ts'
import type { FoundReports, ReportFile } from '../reports/collect.ts'
import type { RunPart } from '../run-plan.ts'
import type { FoundBlob } from './find-blob.ts'
import type { ReadExecution } from './read-recording.ts'
import { type BlobName, LINES_FILE, MAX_TAIL_BYTES, type RecordedLaunch } from './recording.ts'
import { recordingTexts } from './texts.ts'

interface ReplayContext {
  readonly find: (blob: BlobName) => FoundBlob
  readonly note: (text: string) => void
}

interface ReplayExecutor extends TestExecutor {
  /** The problems after all requests: launches or harness checks that no request needed. */
  readonly leftovers: () => readonly Problem[]
}

export function replayExecutor(execution: ReadExecution, { find, note }: ReplayContext): ReplayExecutor {
  const launches = [...execution.launches]
  const proofs = [...execution.proofs]
  const refuse = (why: string) => refusal(execution.line, why)
  return {
    places: execution.places,
    launch: async (part) => {
      const next = launches.shift()
      if (next === undefined || !isOf(part, next)) {
        const why = next === undefined ? 'a launch is missing' : recordingTexts.otherLaunch
        return withoutStart(part.suite.config.name, part.files, { files: [], problems: [refuse(why)] })
      }
      return toLaunch(next, find, refuse)
    },
    join: async () => undefined,
    prove: async (suite, paths) => {
      const next = proofs.shift()
      if (next?.suite !== suite.config.name) return [refuse('a harness check is missing')]
      for (const text of canaryNotes(suite, paths)) note(text)
      return next.problems
    },
    leftovers: () => {
      const count = launches.length + proofs.length
      return count === 0 ? [] : [refuse(recordingTexts.surplusLaunches(count))]
    },
  }
}

/** The advice for a recording that is incomplete or invalid. */
export const RUN_AGAIN = 're-run all jobs of the workflow.'

function refusal(line: number, why: string): Problem {
  return {
    code: 'not-recorded',
    message: recordingTexts.refusedAt(LINES_FILE, line, why, RUN_AGAIN),
  }
}

function isOf({ suite, files }: RunPart, launch: RecordedLaunch): boolean {
  return launch.suite === suite.config.name && isDeepStrictEqual(launch.files, files)
}

type Refuse = (why: string) => Problem

function toLaunch(recorded: RecordedLaunch, find: ReplayContext['find'], refuse: Refuse): Launch {
  const { suite, files, failedBuild, exitCode, signal, isTimedOut, durationMs } = recorded
  const tails = [recorded.stdout, recorded.stderr].map((blob) => toTail(blob, find, refuse))
  const [stdout, stderr] = tails
  const reports = toFound(recorded.reports, find, refuse)
  const problems = [...reports.problems, ...tails.flatMap((tail) => tail.problems)]
  return {
    suite,
    files,
    failedBuild,
    reports: { ...reports, problems },
    coverage: toFound(recorded.coverage, find, refuse),
    result: {
      exitCode,
      signal: signal as NodeJS.Signals | null,
      isTimedOut,
      durationMs,
      missingCommand: null,
      stdoutTail: stdout?.text ?? '',
      stderrTail: stderr?.text ?? '',
    },
  }
}

function toTail(blob: BlobName | null, find: ReplayContext['find'], refuse: Refuse) {
  if (blob === null) return { text: '', problems: [] }
  if (blob.bytes > MAX_TAIL_BYTES)
    return { text: '', problems: [refuse(recordingTexts.outputTooLarge(MAX_TAIL_BYTES))] }
  const found = find(blob)
  if ('reason' in found) return { text: '', problems: [refuse(found.reason)] }
  return { text: readFileSync(found.path, 'utf8'), problems: [] }
}

function toFound(recorded: RecordedLaunch['reports'], find: ReplayContext['find'], refuse: Refuse): FoundReports {
  const files: ReportFile[] = []
  const problems: Problem[] = [...recorded.problems]
  for (const { name, ...blob } of recorded.files) {
    const found = find(blob)
    if ('reason' in found) problems.push(refuse(found.reason))
    else files.push({ name, path: found.path })
  }
  return { files, problems }
}
