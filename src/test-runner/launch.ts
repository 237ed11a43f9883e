/**
 * Launches one suite once in the checkout: removes old reports before, ends left-over processes after, finds the files
 * it wrote.
 */
import { join } from 'node:path'
import { commandNotInstalled } from '../core/errors/measuring.ts'
import type { Condition } from '../core/model/config.ts'
import type { Problem } from '../core/model/test-run.ts'
import { fillCommand } from './command.ts'
import { isOwnCoverage } from './own-coverage.ts'
import type { ProcessResult } from './process/process.ts'
import { clearReports, type FoundReports, findWrittenReports, type ReportPlace } from './reports/collect.ts'
import { type EarlierVersion, watchReports } from './reports/report-watch.ts'
import { getTargets, type RunPart, type Suite } from './run-plan.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Prepared } from './set-up/install.ts'
import { getTimeLimits } from './test-timeout.ts'
import { getOptionsFor, getVariablesFor } from './vary.ts'

export interface LaunchContext {
  /** The scratch folder: contains the reports of the run. */
  readonly folder: string
  /** The checkout. */
  readonly tree: string
  readonly sandbox: Sandbox
  readonly prepared: Prepared
  /** The configured limit. */
  readonly timeoutMs: number
  /** When this run should end: earlier where the gate changed the code. */
  readonly endsAfterMs: number
  /** The duration of the longest whole suite so far. Null: none ran yet. */
  readonly wholeMs: number | null
  readonly signal: AbortSignal | undefined
  readonly isTracked: (path: string) => boolean
  readonly wantsCoverage: boolean
  readonly vary: readonly Condition[]
}

/** The result of one launch before its files are read: independent of where they are. */
export interface Launch {
  /** The suite's name. */
  readonly suite: string
  /** The files to run, relative to the suite's directory; null: all its tests. */
  readonly files: readonly string[] | null
  readonly result: ProcessResult
  /** Why the preceding build failed; null: it succeeded. */
  readonly failedBuild: string | null
  readonly reports: FoundReports
  /** Empty when coverage was not requested. */
  readonly coverage: FoundReports
}

export const getReportFolder = ({ folder }: Pick<LaunchContext, 'folder'>): string => join(folder, 'reports')

/** Runs the command of a part to its end. Starts nothing without its set-up, or when a report path is a file of the commit. */
export async function launchSuite({ suite, files, shard }: RunPart, context: LaunchContext): Promise<Launch> {
  const { config } = suite
  const refuse = (problems: readonly Problem[]) => withoutStart(config.name, files, { files: [], problems })
  const failure = context.prepared.notReady.get(config.name)
  if (failure !== undefined) return refuse([failure])
  const directory = join(context.tree, config.directory)
  const place: ReportPlace = { tree: context.tree, directory, reports: getReportFolder(context) }
  const tracked = clearReports([...config.reports, ...config.coverage], place, context.isTracked)
  if (tracked.length > 0) return refuse(tracked)
  const { sandbox, prepared, signal, vary } = context
  const targets = files === null ? null : [...getOptionsFor(suite.runner, vary), ...getTargets(suite, files)]
  const { reports, assets } = sandbox.places
  const { shownSeconds: timeoutSeconds, endsAfterMs: timeoutMs } = getTimeLimits(config.command, { ...context, files })
  const command = fillCommand(config.command, { targets, reports, assets, shard: shard ?? null, timeoutSeconds })
  const since = Date.now()
  const watch = watchReports(config.reports, place)
  const request = { ...prepared, command, directory: config.directory, variables: getVariablesFor(vary) }
  const result = await sandbox.run({ ...request, timeoutMs, signal }).finally(watch.stop)
  const found = withoutCoverage(findWrittenReports(config.reports, place, since))
  const earlier = watch.getEarlier(found.files)
  if (result.missingCommand !== null) return refuse([commandNotInstalled(result.missingCommand, config.command)])
  return {
    suite: config.name,
    files,
    result,
    failedBuild: prepared.failedBuilds.get(config.name) ?? null,
    reports: { ...found, problems: [...found.problems, ...(await getLost(earlier, found, suite))] },
    coverage: findWrittenReports(context.wantsCoverage ? config.coverage : [], place, since),
  }
}

/** A glob of test reports may match the coverage that the gate itself asked for. */
function withoutCoverage({ files, problems }: FoundReports): FoundReports {
  return { files: files.filter((file) => !isOwnCoverage(file)), problems }
}

/** Loads the readers of reports only where a report was overwritten: most runs are kept ones, and read none. */
async function getLost(earlier: readonly EarlierVersion[], { files }: FoundReports, { runner }: Suite) {
  if (earlier.length === 0) return []
  const { findLost } = await import('./reports/overwritten.ts')
  return findLost(earlier, files, runner?.format ?? null)
}

/** Returns a launch that did not start, with its reason. */
export function withoutStart(suite: string, files: Launch['files'], reports: FoundReports): Launch {
  return { suite, files, result: NOT_STARTED, failedBuild: null, reports, coverage: { files: [], problems: [] } }
}

const NOT_STARTED: ProcessResult = {
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  durationMs: 0,
  stdoutTail: '',
  stderrTail: '',
  missingCommand: null,
}
