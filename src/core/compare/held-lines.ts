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
  const held = parts.map(
    (part): HeldLines => (part.by === 'nothing' ? { ...part, by: unneeded } : withTest(part, tried)),
  )
  const layers: readonly HeldLines[] = [
    ...held,
    ...toUnnoticed(mutants?.survived ?? [], held),
    ...unrun.map((lines): HeldLines => ({ ...lines, by: 'nothing' })),
  ]
  const files = [...Map.groupBy(layers, ({ path }) => path)].toSorted(([a], [b]) => order(a, b))
  return files.flatMap(([, own]) => divide(own).map(toHeld))
}

/** A driver that names a part is not known by name: the first test that noticed a change inside of it is. */
function withTest(part: TriedPart, tried: readonly TriedChange[]): HeldLines {
  const isInside = ({ lines }: TriedChange) =>
    lines?.path === part.path && part.first <= lines.first && lines.last <= part.last
  const test = part.test ?? tried.find((one) => one.test !== null && isInside(one))?.test
  return { ...part, ...(test && { test }) }
}

function toUnnoticed(survived: readonly SurvivingMutant[], held: readonly HeldLines[]): readonly HeldLines[] {
  const places = Map.groupBy(survived, ({ path, line }) => `${line} ${path}`)
  return [...places.values()].flatMap((all) => {
    const { path, line } = all[0]!
    const around = held.findLast((one) => one.path === path && one.first <= line && line <= one.last)
    const isNeeded = around?.by === 'driver' || around?.by === 'other-test'
    return {
      path,
      first: line,
      last: line,
      by: isNeeded ? 'in-part' : 'covered-only',
      ...(isNeeded && around.test !== undefined && { test: around.test }),
      unnoticed: all.map(({ from, to }) => ({ from, to })),
    }
  })
}

/** Lines of one layer that no later layer covers. */
interface Slice {
  readonly layer: HeldLines
  readonly first: number
  readonly last: number
}

/** Divides the lines of one file wherever a range begins or ends. Of ranges that overlap, the last one counts. */
function divide(layers: readonly HeldLines[]): readonly Slice[] {
  const edges = [...new Set(layers.flatMap(({ first, last }) => [first, last + 1]))].toSorted((a, b) => a - b)
  const slices: Slice[] = []
  for (const [n, first] of edges.entries()) {
    const layer = layers.findLast((one) => one.first <= first && first <= one.last)
    if (layer === undefined) continue
    const before = slices.at(-1)
    const isContinued = before?.layer === layer && before.last + 1 === first
    const begins = isContinued ? slices.pop()!.first : first
    slices.push({ layer, first: begins, last: (edges[n + 1] ?? first + 1) - 1 })
  }
  return slices
}

/** Lines of a piece were tried together: what holds the piece need not hold each of its lines. */
function toHeld({ layer, first, last }: Slice): HeldLines {
  const isWhole = first === layer.first && last === layer.last
  return { ...layer, first, last, ...(isWhole ? {} : { piece: { first: layer.first, last: layer.last } }) }
}
