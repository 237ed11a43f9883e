/** Finds what holds each changed line of production, from what the gate tried and what coverage shows. */
import type { SurvivingMutant, TriedChange } from '../model/counterfactuals.ts'
import type { Evidence, TriedPart } from '../model/evidence.ts'
import type { HeldLines } from '../model/finding.ts'
import { order } from '../util/order.ts'

export type HoldingFacts = Pick<Evidence, 'parts' | 'unrun' | 'mutants' | 'coverage' | 'tried'>

/** @returns ranges without overlap, sorted; none where nothing was tried */
export function getHeldLines({
  parts = [],
  unrun = [],
  mutants,
  coverage,
  tried = [],
}: HoldingFacts): readonly HeldLines[] {
  const unneeded = coverage === null ? 'nothing' : 'covered-only'
  const layers: readonly HeldLines[] = [
    ...parts.map((part): HeldLines => (part.by === 'nothing' ? { ...part, by: unneeded } : withTest(part, tried))),
    ...toUnnoticed(mutants?.survived ?? []),
    ...unrun.map((lines): HeldLines => ({ ...lines, by: 'nothing' })),
  ]
  const files = [...Map.groupBy(layers, ({ path }) => path)].toSorted(([a], [b]) => order(a, b))
  return files.flatMap(([, own]) => join(divide(own)))
}

/** A driver that names a part is not known by name: the first test that noticed a change inside of it is. */
function withTest(part: TriedPart, tried: readonly TriedChange[]): HeldLines {
  const isInside = ({ lines }: TriedChange) =>
    lines?.path === part.path && part.first <= lines.first && lines.last <= part.last
  const test = part.test ?? tried.find((one) => one.test !== null && isInside(one))?.test
  return { ...part, ...(test && { test }) }
}

function toUnnoticed(survived: readonly SurvivingMutant[]): readonly HeldLines[] {
  const places = Map.groupBy(survived, ({ path, line }) => `${line} ${path}`)
  return [...places.values()].flatMap((all) => {
    const { path, line } = all[0]!
    return { path, first: line, last: line, by: 'covered-only', unnoticed: all.map(({ from, to }) => ({ from, to })) }
  })
}

/** Divides the lines of one file wherever a range begins or ends. Of ranges that overlap, the last one counts. */
function divide(layers: readonly HeldLines[]): readonly HeldLines[] {
  const edges = [...new Set(layers.flatMap(({ first, last }) => [first, last + 1]))].toSorted((a, b) => a - b)
  return edges.flatMap((first, n) => {
    const over = layers.findLast((one) => one.first <= first && first <= one.last)
    return over ? [{ ...over, first, last: (edges[n + 1] ?? first + 1) - 1 }] : []
  })
}

/** Joins neighbours that say the same. */
function join(all: readonly HeldLines[]): readonly HeldLines[] {
  const joined: HeldLines[] = []
  for (const one of all) {
    const before = joined.at(-1)
    if (before && isContinued(before, one)) joined[joined.length - 1] = { ...before, last: one.last }
    else joined.push(one)
  }
  return joined
}

const isContinued = (one: HeldLines, next: HeldLines) =>
  one.last + 1 === next.first && one.by === next.by && one.test === next.test && !one.unnoticed && !next.unnoticed
