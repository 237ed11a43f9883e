/** The page on the founding documents: what each promises, how far it is kept, and the tests that hold it. */
import { type FoundingPromise, type PromiseState, toHolder } from '../test/conformance/founding-promise.ts'
import { PROMISES } from '../test/conformance/promises.ts'
import { toTable } from './docs-tables.ts'

const STATES: Readonly<Record<PromiseState, string>> = {
  whole: 'yes',
  'other-form': 'in another form',
  open: 'not yet',
  'left-out': 'left out',
}

const ofState = (state: PromiseState) => PROMISES.filter((one) => one.state === state)

/** How many promises are kept, in sentences. */
export function toFoundingCounts(): string {
  const [whole, other, open, left] = (['whole', 'other-form', 'open', 'left-out'] as const).map(
    (s) => ofState(s).length,
  )
  return `Of ${PROMISES.length} promises ${whole} are kept as they stand and ${other} in another form. ${open} are open: kept in part, or not yet. ${left} are left out.\n`
}

const toKept = ({ state, because }: FoundingPromise) =>
  because === '' ? STATES[state] : `**${STATES[state]}**: ${because}`

const toLinks = (heldBy: readonly string[]) =>
  heldBy
    .map(toHolder)
    .map(({ path, title }) => `[${title.replaceAll('[', '\\[').replaceAll(']', '\\]')}](../../${path})`)
    .join('; ')

/** A row for each promise. */
export const toFoundingPromises = (): string =>
  toTable(
    ['', 'document', 'promise', 'kept', 'shown by'],
    PROMISES.map((one) => [one.id, one.of === '-' ? '' : one.of, one.says, toKept(one), toLinks(one.heldBy)]),
  )
