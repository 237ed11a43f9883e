/** Finds drivers that asked at RED for no more than a name or a place, though an assertion of their own failed there. */
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { EmptiedProduction, FunctionPlace } from '../../core/model/counterfactuals.ts'
import type { TestId } from '../../core/model/test-run.ts'
import {
  type EmptiedRequest,
  type EmptiedTree,
  emptyAll,
  isSameTree,
  passedIn,
  runEdits,
  type Work,
} from './emptied-runs.ts'

/** Names in evidence: people read them, and rules ask only whether there is one. */
export const MAX_NAMED = 20

type Found = Pick<EmptiedProduction, 'bodies' | 'namesOnly'>

/**
 * Tries drivers that pass without the functions, or do not run without them. One that an assertion refused at RED
 * for what a function did fails again with the functions of before in place, and the new ones empty.
 */
export async function findNamesOnly(work: Work, emptied: EmptiedTree, drivers: readonly TestId[]): Promise<Found> {
  const { edits, bodies, left } = emptied
  const asserting = getAsserting(work.trial, drivers)
  const old = asserting.length > 0 ? await emptyAll(work, 'before') : null
  const hasOld = old !== null && !isSameTree(edits, old.edits)
  const namesOnly = hasOld ? passedIn(await runEdits(work, old.edits), asserting) : asserting
  return toFound([...left, ...bodies], namesOnly)
}

/** Where the change itself left nothing but empty bodies, the drivers pass with these. */
export function passEmpty({ trial }: Work, left: readonly FunctionPlace[]): Found & Pick<EmptiedProduction, 'weak'> {
  const weak = [...trial.drivers].toSorted()
  return { weak, ...toFound(left, getAsserting(trial, weak)) }
}

/** Where no file of the production was there before, no driver refused what stood in it. */
export function findNew({ trial }: Work, drivers: readonly TestId[]): Found {
  const changes = [...productionSince(trial.state, trial.commit).values()]
  const isNew = changes.every(({ before }) => before === null)
  return toFound([], isNew ? getAsserting(trial, drivers) : [])
}

function toFound(bodies: readonly FunctionPlace[], ids: readonly TestId[]): Found {
  return {
    ...(bodies.length > 0 && { bodies: bodies.slice(0, MAX_NAMED) }),
    ...(ids.length > 0 && { namesOnly: ids.toSorted() }),
  }
}

/** @returns those of the drivers that an assertion of their own refused at RED */
function getAsserting({ cycles }: Pick<EmptiedRequest, 'cycles'>, drivers: readonly TestId[]): readonly TestId[] {
  const asserting = new Set(cycles.flatMap((cycle) => cycle.asserting ?? []))
  return drivers.filter((id) => asserting.has(id))
}
