/** Renders the answer of `run`: why it ended, the last suite, and what left the machine. */

import { shellWords } from '../../core/rules/text.ts'
import type { NextInput } from '../next-unit.ts'
import { formatCoverage, formatTestCounts, standingCommits } from '../text/format.ts'
import { commandLine, plain } from '../text/text.ts'
import { countDone, toNextJson } from '../work-unit.ts'

/** What left the machine at the end of a run. */
export interface Published {
  /** Null where there is nothing to push to. */
  readonly remote: string | null
  readonly branch: string
  readonly isPushed: boolean
  /** Its address; null where none is known. */
  readonly pullRequest: string | null
  /** The address of the form that opens one; null where it is not needed, or nothing is pushed. */
  readonly open: string | null
  /** What kept it from being done; null where nothing did. */
  readonly why: string | null
  /** What does the rest. */
  readonly commands: readonly string[]
}

interface RunInput extends NextInput {
  readonly end: string
  readonly steps: number
  /** Null while something is left to do. */
  readonly published: Published | null
}

/** @param folder of the run @param results the newest file of results in it; null without one */
export function toPauseLines(folder: string, results: string | null): readonly string[] {
  const file = results === null ? [] : [`cat ${shellWords([`${folder}/${results}`], '<file>')}`]
  const commands = ['git diff HEAD~1', ...file, 'tdd-gate resume']
  return [`the run is kept in ${plain(folder)}`, ...commands.map((command) => commandLine(command))]
}

export function toRunText(done: RunInput, pause: readonly string[] = []): string {
  const { next, progress } = toNextJson(done)
  const lines = [
    `${done.end} after ${done.steps} steps: ${plain(next?.title ?? 'nothing is left to do')} (${countDone(progress)})`,
    ...(done.end === 'done' ? toSuiteLines(done) : []),
    ...toPublishedLines(done.published),
    ...pause,
  ]
  return `${lines.join('\n')}\n`
}

/** @param inWork tasks that have a branch */
export function toNothingLeftText(inWork: readonly { readonly id: string; readonly branch: string }[]): string {
  const lines = inWork.map(({ id, branch }) => `in work: ${plain(id, 80)} on ${plain(branch, 300)}\n`)
  return `nothing is left to start\n${lines.join('')}`
}

/** The last run of the whole suite is that of the last GREEN or REFACTOR. */
function toSuiteLines({ decision }: RunInput): readonly string[] {
  const last = standingCommits(decision).findLast(({ tests, phase }) => tests !== null && phase !== 'red')
  if (last === undefined) return []
  const coverage = last.coverage === null ? '' : `; coverage: ${formatCoverage(last)}`
  return [`final suite passes: ${formatTestCounts(last)}${coverage}`]
}

function toPublishedLines(published: Published | null): readonly string[] {
  if (published === null) return []
  const { remote, branch, isPushed, pullRequest, open, why, commands } = published
  if (remote === null) return ['not pushed: this repository has no remote']
  const reason = why === null ? '' : `: ${plain(why)}`
  if (!isPushed) return [`not pushed${reason}`, ...commands.map((command) => commandLine(command))]
  return [
    `pushed ${plain(branch, 300)} to ${plain(remote, 80)}`,
    ...(pullRequest === null ? [] : [`pull request ${plain(pullRequest)}`]),
    ...(open === null ? [] : [`no pull request${reason}; open it: ${plain(open, MAX_ADDRESS)}`]),
  ]
}

const MAX_ADDRESS = 4_000
