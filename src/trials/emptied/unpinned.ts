/** Finds drivers that accept another value than the code returns, or that take what they expect from the same commit. */
import type { RunIndex } from '../../core/compare/compare.ts'
import { isFailing, type TestCase, type TestId } from '../../core/model/test-run.ts'
import type { Variant } from '../../rewriting/language.ts'

/** Functions that are altered one by one. */
const MAX_ALONE = 5

export interface AlteredRuns {
  /** Names of functions that return a value; a name stands for all functions of that name. */
  readonly functions: readonly string[]
  /** Runs the drivers with returned values altered or dropped: of all functions, or of one. */
  readonly run: (variant: Variant, only?: string) => Promise<RunIndex>
  /** Runs them with the values altered, and the data that they name as well; null where they name none. */
  readonly runWithData: () => Promise<RunIndex | null>
}

const passed = (run: RunIndex, id: TestId) => run.get(id)?.outcome === 'passed'
/** An error counts too: code between the driver and the function may fail before the driver can assert. */
const fails = (run: RunIndex, id: TestId) => isFailing(run.get(id)?.outcome ?? 'skipped')

/** Returns whether a driver's own assertion fails: no other code can fail there in its place. */
export function assertsItself(cases: ReadonlyMap<TestId, TestCase>, id: TestId): boolean {
  const test = cases.get(id)
  return test?.outcome === 'failed' && test.failure?.kind === 'assertion' && test.failure.at === test.file
}

/** @param noticing drivers that fail with the functions emptied */
export async function findUnpinned(noticing: readonly TestId[], trials: AlteredRuns): Promise<readonly TestId[]> {
  if (noticing.length === 0 || trials.functions.length === 0) return []
  const altered = await trials.run('altered')
  const loose = noticing.filter((id) => passed(altered, id))
  const withData = loose.length < noticing.length ? await trials.runWithData() : null
  const isMade = (id: TestId) => altered.has(id) && withData?.has(id) === false && withData.size > 0
  const echoing = withData ? noticing.filter((id) => !loose.includes(id) && (passed(withData, id) || isMade(id))) : []
  if (loose.length + echoing.length === 0) return []
  const dropped = await trials.run('dropped')
  const asking = [...loose, ...echoing].filter((id) => fails(dropped, id))
  if (loose.length === noticing.length) return asking
  const alone = await looseAlone(
    noticing,
    asking.filter((id) => loose.includes(id)),
    trials,
  )
  return noticing.filter((id) => alone.includes(id) || (echoing.includes(id) && asking.includes(id)))
}

/** Those that need the value of a function of which no driver notices another value. */
async function looseAlone(
  noticing: readonly TestId[],
  loose: readonly TestId[],
  { functions, run }: AlteredRuns,
): Promise<readonly TestId[]> {
  if (loose.length === 0 || functions.length < 2) return []
  const found = new Set<TestId>()
  for (const name of functions.slice(0, MAX_ALONE)) {
    const altered = await run('altered', name)
    if (noticing.some((id) => !passed(altered, id))) continue
    const dropped = await run('dropped', name)
    for (const id of loose) if (fails(dropped, id)) found.add(id)
  }
  return [...found]
}
