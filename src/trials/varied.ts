/** Runs files of drivers and changed tests once more in another order, time zone and locale. It is advice: no result rejects a commit. */
import { readRegular, writeEdits } from '../changes/tree-texts.ts'
import type { Measured } from '../core/compare/measured.ts'
import type { Sha } from '../core/model/commit.ts'
import { CONDITIONS, type Condition } from '../core/model/config.ts'
import type { VariedTest } from '../core/model/counterfactuals.ts'
import type { Evidence } from '../core/model/evidence.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isFailing, type TestCase, type TestId } from '../core/model/test-run.ts'
import { flakyTestIsShown } from '../core/rules/flaky-test-is-shown.ts'
import { productionKnowsNoTest } from '../core/rules/production-knows-no-test.ts'
import { nearby } from '../core/text/nearby.ts'
import { byId } from '../core/util/order.ts'
import { planRun, type Suite } from '../test-runner/run-plan.ts'
import { toHandCommand } from '../test-runner/vary.ts'
import { noteWhole } from './notice.ts'
import { respell } from './respell.ts'
import type { GreenTrial, TrialContext, UpkeepTrial } from './trial.ts'
import { isRuleOn, ONCE, type TrialRuns } from './trial-runs.ts'

/** A test file that says the same in another way. */
const SPELLING = 'spelling' as const
type Varying = Condition | typeof SPELLING

/** More failures have one cause. */
const MAX_VARIED = 10

/** The files of the drivers of a GREEN, and with another text that says the same. */
export const variedDrivers: GreenTrial = {
  code: 'varied-drivers',
  about: 'runs the drivers once more in another order, time zone, locale and spelling: they must pass',
  rules: [flakyTestIsShown.code, productionKnowsNoTest.code],
  run: async (context, runs) => {
    const files = trackedFiles(context.green.cycles)
    return tryVaried(context, runs, files, await respellAll(context, files))
  },
}

/**
 * Runs with all conditions at once. When tests fail there, runs with each alone until one explains each failure.
 * @returns null where the project does not want it, and where the command takes no files
 */
export async function tryVaried(
  { session, commit, takesFiles, measured }: TrialContext,
  trialRuns: Pick<TrialRuns, 'aside' | 'mayRun' | 'note'>,
  files: readonly string[],
  respelled: Sha | null = null,
): Promise<Pick<Measured, 'varied' | 'readsTests'> | null> {
  const { suitesToRun: suites, config, criteria } = session
  const { runs } = measured
  const canShuffle = suites.some(({ runner }) => runner?.shuffle)
  const wanted = isRuleOn(criteria, flakyTestIsShown.code) ? (config.test.vary ?? CONDITIONS) : []
  const vary = [
    ...CONDITIONS.filter((one) => wanted.includes(one) && (one !== 'order' || canShuffle)),
    ...(respelled === null ? [] : [SPELLING]),
  ]
  if (!takesFiles || vary.length === 0 || files.length === 0 || !trialRuns.mayRun(files)) return null
  const near = nearby(files)
  const passing = runs.map(({ cases }) => new Set(cases.flatMap(({ id, outcome }) => (outcome === 'passed' ? id : []))))
  const findFailing = async (some: readonly Varying[]) => {
    const conditions = some.filter((one) => one !== SPELLING)
    const tree = respelled !== null && some.includes(SPELLING) ? respelled : commit.tree
    const vary = conditions.length > 0 && { vary: conditions }
    const { run, problems } = await trialRuns.aside(tree, { ...ONCE, files, original: commit.tree, ...vary })
    // The other way may not load, as under a compiler that knows each value.
    if (tree !== commit.tree && run.loadErrors.length > 0) return null
    if (problems.length > 0) return []
    return run.cases.filter(
      ({ id, file, outcome }) =>
        isFailing(outcome) && near.has(file ?? '') && passing.every((passed) => passed.has(id)),
    )
  }
  const together = await findFailing(vary)
  const found = together ?? (await findFailing(vary.filter((one) => one !== SPELLING))) ?? []
  // Without a repeated run, the files did not run alone before: there a test may fail for want of the others.
  const usual = new Set(found.length > 0 && runs.length === 1 ? (await findFailing([]))?.map(({ id }) => id) : [])
  const failing = found
    .filter(({ id }) => !usual.has(id))
    .toSorted(byId)
    .slice(0, MAX_VARIED)
  const [test = null] = failing.map(({ id }) => id)
  noteWhole(trialRuns, `the tests in another ${vary.join(', ')}`, passing[0]?.size ?? 0, test)
  const alone = new Map<Varying, ReadonlySet<string>>()
  const hasCause = ({ id }: TestCase) => [...alone.values()].some((ids) => ids.has(id))
  // Verdicts rest on the spelling, so it comes first.
  const turns = vary.length > 1 ? vary.toSorted((a, b) => Number(b === SPELLING) - Number(a === SPELLING)) : []
  for (const one of turns) {
    if (failing.every(hasCause)) break
    alone.set(one, new Set((await findFailing([one]))?.map(({ id }) => id)))
  }
  return toFound(failing, vary, (id, one) => (vary.length === 1 ? true : alone.get(one)?.has(id) === true), suites)
}

/** @param failsBy whether a test fails where only this differs */
function toFound(
  failing: readonly TestCase[],
  vary: readonly Varying[],
  failsBy: (id: TestId, one: Varying) => boolean,
  suites: readonly Suite[],
): Pick<Measured, 'varied' | 'readsTests'> {
  const [readers, others] = [[], []] as [TestId[], VariedTest[]]
  for (const { id, file } of failing) {
    const single = vary.filter((one) => failsBy(id, one))
    const by = (single.length > 0 ? single : vary).filter((one) => one !== SPELLING)
    if (single.includes(SPELLING)) readers.push(id)
    else if (by.length > 0) others.push({ id, by, command: toHandCommand(suites, file ?? '', by) })
  }
  return { varied: others, ...(readers.length > 0 && { readsTests: readers }) }
}

/** @returns the tree in which each file says the same in another way; null where there is no such way */
async function respellAll({ session, commit }: TrialContext, files: readonly string[]): Promise<Sha | null> {
  const { scratch, criteria } = session
  if (!isRuleOn(criteria, productionKnowsNoTest.code)) return null
  const tests = await readRegular(scratch, commit.tree, files)
  const said = await Promise.all(tests.map(async (test) => ({ ...test, text: await respell(test.path, test.text) })))
  const respelled = said.flatMap(({ text, ...test }) => (text === null ? [] : [{ ...test, text }]))
  return respelled.length === 0 ? null : scratch.composeTree(commit.tree, await writeEdits(scratch, respelled))
}

/** Recognises a RED that describes existing behaviour. */
export const passesAtOnce = ({ comparison, loadFailures }: Evidence): boolean =>
  comparison.newlyFailing.length + loadFailures.length === 0

/** What tests show that drive nothing: no GREEN runs them in this way. */
export const variedTests = (files: readonly string[]): UpkeepTrial => ({
  code: 'varied-tests',
  about: 'runs changed tests that passed at once in another order, time zone and locale: they must pass',
  rules: [flakyTestIsShown.code],
  run: (context, runs) => {
    const isAimed = (file: string) => {
      const { parts } = planRun(context.session.suitesToRun, [file], new Set([file]))
      return parts.length > 0 && parts.every((part) => part.files !== null)
    }
    return tryVaried({ ...context, takesFiles: true }, runs, files.filter(isAimed))
  },
})
