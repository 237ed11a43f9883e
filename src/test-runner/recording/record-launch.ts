/** Records one launch: its files as blobs, its output without secrets. */
import { readFileSync } from 'node:fs'
import type { Problem } from '../../core/model/test-run.ts'
import type { Launch } from '../launch.ts'
import type { Redactor } from '../process/redact-secrets.ts'
import type { FoundReports } from '../reports/collect.ts'
import type { BlobName, RecordedLaunch } from './recording.ts'
import type { BlobStore } from './store-blob.ts'

interface Keeping {
  readonly store: BlobStore
  readonly mask: Redactor
}

/**
 * Records a launch.
 * @returns the part of the line, and the launch read back from the stored files, so that a later replay reads the same
 */
export function recordLaunch(launch: Launch, keeping: Keeping): { recorded: RecordedLaunch; launch: Launch } {
  const { exitCode, signal, isTimedOut, durationMs } = launch.result
  const stdout = keepTail('standard output', launch.result.stdoutTail, keeping)
  const stderr = keepTail('standard error', launch.result.stderrTail, keeping)
  const reports = keepFound(launch.reports, keeping)
  const coverage = keepFound(launch.coverage, keeping)
  const failedBuild = launch.failedBuild && keeping.mask.text(launch.failedBuild)
  reports.problems.push(...stdout.problems, ...stderr.problems)
  return {
    recorded: {
      suite: launch.suite,
      files: launch.files && [...launch.files],
      exitCode,
      signal,
      isTimedOut,
      durationMs,
      failedBuild,
      stdout: stdout.blob,
      stderr: stderr.blob,
      reports,
      coverage,
    },
    launch: {
      ...launch,
      failedBuild,
      result: { ...launch.result, stdoutTail: stdout.text, stderrTail: stderr.text },
      reports: toFound(reports, keeping),
      coverage: toFound(coverage, keeping),
    },
  }
}

export function redactProblems(problems: readonly Problem[], redact: Redactor): Problem[] {
  return problems.map(({ code, message }) => ({ code, message: redact.text(message) }))
}

interface Tail {
  readonly blob: BlobName | null
  readonly text: string
  readonly problems: readonly Problem[]
}

function keepTail(what: string, text: string, { store }: Keeping): Tail {
  const stored = store.storeText(text)
  if ('reason' in stored) return { blob: null, text: '', problems: [notKept(what, stored.reason)] }
  return { blob: stored, text: readFileSync(store.pathOf(stored), 'utf8'), problems: [] }
}

function keepFound({ files, problems }: FoundReports, { store, mask: redact }: Keeping): RecordedLaunch['reports'] {
  const kept: RecordedLaunch['reports'] = { files: [], problems: redactProblems(problems, redact) }
  for (const { name, path } of files) {
    const stored = store.storeFile(path)
    const safeName = redact.text(name)
    if ('reason' in stored) kept.problems.push(notKept(safeName, stored.reason))
    else kept.files.push({ name: safeName, ...stored })
  }
  return kept
}

function notKept(what: string, reason: string): Problem {
  return { code: 'not-recorded', message: `${what}: ${reason}` }
}

function toFound({ files, problems }: RecordedLaunch['reports'], { store }: Keeping): FoundReports {
  return { files: files.map((file) => ({ name: file.name, path: store.pathOf(file) })), problems }
}
