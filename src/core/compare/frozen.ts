/** Keeps the tests of closed cycles as their GREEN left them, and the tests of the base. */

import type { Commit, FileChange, Sha } from '../model/commit.ts'
import type { Evidence, TestReplacement } from '../model/evidence.ts'
import type { Cycle, Frozen, FrozenDriver, FrozenTests, GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import { type ChangeSet, compose, NO_CHANGES } from './change-set.ts'
import { reportDrivers } from './drivers.ts'

type BaseState = Pick<GateState, 'frozen' | 'demanded'>
type TestHistory = Pick<GateState, 'testCommits'>

const isTest = (change: FileChange) => change.class === 'test'

/** Only remembers the commit: what it changes for each frozen form is composed when somebody asks. */
export function noteTests(testCommits: readonly Commit[], commit: Commit): readonly Commit[] {
  return commit.changes.some(isTest) ? [...testCommits, commit] : testCommits
}

/** Freezes the drivers of cycles that a GREEN closes. */
export function freeze(
  baseState: BaseState & TestHistory,
  sha: Sha,
  cycles: readonly Cycle[],
  evidence: Evidence,
): BaseState {
  const passing = new Set(cycles.flatMap((cycle) => reportDrivers(cycle, evidence).passing))
  if (passing.size === 0) return baseState
  const fileOf = new Map(evidence.watched.map(({ id, file }) => [id, file]))
  const drivers = [...passing].map((id) => ({ id, file: fileOf.get(id) ?? null }))
  return {
    frozen: new Map(baseState.frozen).set(sha, { drivers, since: baseState.testCommits.length }),
    demanded: new Set([...baseState.demanded, ...passing]),
  }
}

/** Replaces tests that fail again at RED; for files that do not load there the replacement is only possible. */
export function replaceFrozen(baseState: BaseState, tests: readonly TestId[], files: readonly string[]): BaseState {
  const failing = new Set(tests)
  const unloaded = new Set(files)
  const frozen = mapDrivers(baseState.frozen, (driver) => {
    if (failing.has(driver.id) || failing.has(driver.now ?? '')) return null
    return driver.file !== null && unloaded.has(driver.file) ? { ...driver, isDoubtful: true } : driver
  })
  return { frozen, demanded: new Set([...baseState.demanded, ...tests]) }
}

/** Drops removed tests that others replace; keeps renamed ones. */
export function answerFrozen(baseState: BaseState, answered: readonly TestReplacement[] = []): BaseState {
  if (answered.length === 0) return baseState
  const answers = new Map(answered.map((answer) => [answer.id, answer]))
  const frozen = mapDrivers(baseState.frozen, (driver) => {
    const answer = answers.get(driver.now ?? driver.id)
    if (answer === undefined) return driver
    const isKept = answer.by === 'rename' || answer.by === 'merge'
    return isKept && answer.to !== null ? { ...driver, now: answer.to } : null
  })
  return { frozen, demanded: new Set([...baseState.demanded, ...answers.keys()]) }
}

/** Frozen tests, with the test files that changed since then. */
export interface TouchedTests extends Pick<FrozenTests, 'drivers'> {
  readonly changed: ChangeSet
}

/** Returns edited or removed files of proved tests and of the base, with the commit's own changes. */
export function touchedAt(
  { frozen, testCommits }: Pick<GateState, 'frozen'> & TestHistory,
  commit: Commit,
): ReadonlyMap<Sha, TouchedTests> {
  const commits = noteTests(testCommits, commit)
  const isEdit = (change: FileChange) => isTest(change) && change.before !== null
  const lastEdit = commits.findLastIndex(({ changes }) => changes.some(isEdit))
  return new Map(
    [...frozen].flatMap(([sha, { drivers, since }]) => {
      if (since > lastEdit || drivers?.length === 0) return []
      const touched = { drivers, changed: composeSince(commits.slice(since), drivers === null) }
      return editedIn(touched).length === 0 ? [] : [[sha, touched] as const]
    }),
  )
}

/** Drops changes that a merge brings from the base: the branch did not make them. */
function composeSince(commits: readonly Commit[], isOfBase: boolean): ChangeSet {
  const own = isOfBase ? commits.filter(({ parents }) => parents.length < 2) : commits
  return compose(
    NO_CHANGES,
    own.flatMap(({ changes }) => changes.filter(isTest)),
  )
}

/** Returns files of tests whose frozen content differs from the present one. */
export function editedIn({ changed }: TouchedTests): readonly FileChange[] {
  return [...changed.values()].filter(({ before }) => before !== null)
}

function mapDrivers(frozen: Frozen, change: (driver: FrozenDriver) => FrozenDriver | null): Frozen {
  return new Map(
    [...frozen].map(([sha, entry]) => [
      sha,
      entry.drivers === null ? entry : { ...entry, drivers: entry.drivers.flatMap((driver) => change(driver) ?? []) },
    ]),
  )
}
