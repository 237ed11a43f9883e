/** Check suites and check runs: one suite for each App and commit, runs written by their App only. */
import { checkSuiteShape, hookedCheckRun } from './shapes/check.ts'
import type { App, Caller, CheckRun, CheckSuite, Repository, World } from './world.ts'

/** The suite of an App for a commit, made now when there is none. */
export function getSuite(
  world: World,
  repository: Repository,
  app: App,
  sha: string,
  branch: string | null = null,
): CheckSuite {
  const known = repository.checkSuites.find((suite) => suite.app === app && suite.sha === sha)
  if (known !== undefined) return known
  const suite: CheckSuite = { id: world.nextId(), app, sha, branch, createdAt: world.now() }
  repository.checkSuites.push(suite)
  return suite
}

/** `created` and `completed` go to every App that reads checks, everything else to the run's own. */
export function emitCheckRun(
  world: World,
  repository: Repository,
  run: CheckRun,
  action: string,
  caller: Caller,
  more: Record<string, unknown> = {},
): void {
  const payload = { check_run: hookedCheckRun(world, repository, run), ...more }
  const isForAll = action === 'created' || action === 'completed'
  const event = { kind: 'webhook', name: 'check_run', action, repository, caller, payload } as const
  world.emit(isForAll ? event : { ...event, onlyApp: run.app })
}

export function emitCheckSuite(
  world: World,
  repository: Repository,
  suite: CheckSuite,
  action: string,
  caller: Caller,
): void {
  const payload = { check_suite: checkSuiteShape(world, repository, suite) }
  world.emit({ kind: 'webhook', name: 'check_suite', action, repository, caller, payload, onlyApp: suite.app })
}
