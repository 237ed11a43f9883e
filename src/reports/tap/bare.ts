/** Detects streams whose results have neither number nor dash: in others such lines are output of the tests. */
import { withoutColour } from './head.ts'
import { toTapLine } from './line.ts'

interface Line {
  readonly text: string
  readonly isWhole: boolean
}

/** Bound on the text before the first result. */
const MAX_LINES = 10_000
const MAX_CHARACTERS = 1_000_000

/** Returns the same lines, and whether the first result lacks the number or dash that distinguishes it from a word. */
export function withBare(lines: Iterator<Line>): { readonly lines: Iterable<Line>; readonly isBare: boolean } {
  const held: Line[] = []
  let size = 0
  let isBare = false
  while (held.length < MAX_LINES && size < MAX_CHARACTERS) {
    const next = lines.next()
    if (next.done === true) break
    held.push(next.value)
    size += next.value.text.length
    const text = withoutColour(next.value.text)
    if (toTapLine(text).kind === 'point') return { lines: inOrder(held, lines), isBare: false }
    isBare ||= toTapLine(text, true).kind === 'point'
  }
  return { lines: inOrder(held, lines), isBare }
}

function* inOrder(held: readonly Line[], lines: Iterator<Line>): Generator<Line> {
  yield* held
  for (let next = lines.next(); next.done !== true; next = lines.next()) yield next.value
}
