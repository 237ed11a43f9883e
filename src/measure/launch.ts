/** Launches one suite once in the checkout: no old report before, nothing left running after, and the files it wrote. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clearReports, type Found, findReports, type Place } from './collect.ts'
import { fillCommand } from './command.ts'
import { type ProcessEnding, runProcess } from './process.ts'
import { type Part, targetsOf } from './run-plan.ts'

export interface LaunchContext {
  /** The scratch folder: holds the reports and the temporary files of the run. */
  readonly folder: string
  /** The checkout. */
  readonly tree: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly isTracked: (path: string) => boolean
  readonly wantsCoverage: boolean
}

/** What one launch left behind, not read yet: the same wherever the files lie now. */
export interface Launch {
  /** The suite's name. */
  readonly suite: string
  /** What it was aimed at, relative to the suite's directory; null: all its tests. */
  readonly files: readonly string[] | null
  readonly ending: ProcessEnding
  readonly reports: Found
  /** Empty where coverage was not wanted. */
  readonly coverage: Found
}

/** Runs the command of a part to its end. Nothing is started where a report is a file of the commit. */
export async function launchSuite({ suite, files, shard }: Part, context: LaunchContext): Promise<Launch> {
  const { config } = suite
  const directory = join(context.tree, config.directory)
  const place: Place = { tree: context.tree, directory, reports: join(context.folder, 'reports') }
  resetFolder(join(context.folder, 'tmp'))
  const tracked = clearReports([...config.reports, ...config.coverage], place, context.isTracked)
  if (tracked.length > 0) return withoutStart(config.name, files, { files: [], problems: tracked })
  const targets = files === null ? null : targetsOf(suite, files)
  const command = fillCommand(config.command, { targets, reports: place.reports, shard: shard ?? null })
  const since = Date.now()
  const ending = await runProcess({ ...context, command, directory })
  return {
    ...{ suite: config.name, files, ending },
    reports: findReports(config.reports, place, since),
    coverage: findReports(context.wantsCoverage ? config.coverage : [], place, since),
  }
}

/** A launch that did not take place, and why. */
export function withoutStart(suite: string, files: Launch['files'], reports: Found): Launch {
  return { suite, files, ending: NOT_STARTED, reports, coverage: { files: [], problems: [] } }
}

const NOT_STARTED: ProcessEnding = {
  ...{ exitCode: 0, signal: null, isTimedOut: false, durationMs: 0 },
  ...{ stdoutTail: '', stderrTail: '', missingCommand: null },
}

function resetFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
}
