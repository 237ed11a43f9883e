/** Formats parts that findings share: short lists, first lines, and paths that are safe inside a command. */
import type { Commit } from '../model/commit.ts'
import type { EmptiedProduction, SurvivingMutant } from '../model/counterfactuals.ts'
import type { FailingTest, LineRange, LoadFailure } from '../model/evidence.ts'

const MAX_LINE = 160
const PLAIN_WORD = /^[\w./@+-]+$/
/** A backtick would end the quoted command of a suggestion, a control character its line. */
const UNQUOTABLE = /[`\p{Cc}]/u

/** Formats `one, two and 3 more`, so that lists stay readable at any size; `omitted` entries were left out before. */
export function list(items: readonly string[], most = 3, omitted = 0): string {
  const shown = items.slice(0, most)
  const more = items.length + omitted - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Says a small change of code: `src/pay.ts:3 has `<=` for `<``. */
export const sayMutant = ({ path, line, from, to }: SurvivingMutant): string =>
  `${path}:${line} has \`${to}\` for \`${from}\``

/** Names the functions that drivers ran without: `add in src/cart.ts`; empty where evidence does not tell them. */
export function nameBodies({ bodies = [] }: Pick<EmptiedProduction, 'bodies'>): string {
  return list(bodies.map(({ path, name }) => `${name === '' ? 'a function' : name} in ${path}`))
}

/** Says that they are empty: `the body of add in src/cart.ts is empty`. */
export function sayEmpty(emptied: Pick<EmptiedProduction, 'bodies'>): string {
  const count = emptied.bodies?.length ?? 0
  if (count === 0) return 'the functions of this commit do nothing'
  return count === 1 ? `the body of ${nameBodies(emptied)} is empty` : `the bodies of ${nameBodies(emptied)} are empty`
}

/** What to do about paths that a refused commit brought. */
export const CORRECT_FIRST = 'Correct the first rejected commit. This one is judged after it.'

/**
 * Blames a commit for those of the paths that it changes itself; null without paths. Where it changes none of them, a
 * refused commit before it brought them.
 */
export function blamePaths(
  paths: readonly string[],
  { changes }: Pick<Commit, 'changes'>,
  sayOwn: (own: readonly string[]) => string,
  sayEarlier: (paths: string) => string,
) {
  if (paths.length === 0) return null
  const changed = new Set(changes.map(({ path }) => path))
  const own = paths.filter((path) => changed.has(path))
  if (own.length > 0) return { message: sayOwn(own), paths: own }
  return { message: sayEarlier(list(paths)), paths, suggestion: CORRECT_FIRST }
}

/** Formats a trailer as `git commit` takes it. */
export function trailerOption(key: string, value: string): string {
  const trailer = `${key}: ${value}`
  return `--trailer ${/^[\w.# :-]+$/.test(trailer) ? `"${trailer}"` : shellWords([trailer], `"${key}: ..."`)}`
}

/**
 * Matches a line that only names a place: `node:internal/x:331`, `test/cart.test.js:5`, `test_cart.py:1: in <module>`.
 */
const PLACE = /^\S+:\d+(?::\d+)?(?::? in <\w+>)?$/
const EXCEPTION = /^(?:E\s+)?((?:[\w.$]*(?:Error|Exception)\b).*)$/

/**
 * Returns the first line with a message, or the thrown value when that line only names a place; cut to a readable
 * length.
 */
export function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '') ?? ''
  const thrown = PLACE.test(first) ? lines.flatMap((line) => EXCEPTION.exec(line)?.[1] ?? [])[0] : undefined
  return (thrown ?? first).slice(0, MAX_LINE)
}

/** A stack frame: `    at run (node:internal/x:1:2)`. */
const FRAME = /^\s+at\s/

/** Returns the message without stack frames, and without the lines before the thrown value that only show its place. */
export function withoutStack(text: string): string {
  const lines = text.split('\n').filter((line) => !FRAME.test(line))
  const isPlaced = PLACE.test(lines[0]?.trim() ?? '')
  const thrown = isPlaced ? lines.findIndex((line) => EXCEPTION.test(line.trim())) : 0
  return lines.slice(Math.max(0, thrown)).join('\n')
}

/**
 * Quotes words for a POSIX shell. Names come from the judged commits, and agents run the suggested commands. So a name
 * that could break out becomes the placeholder, and so do too many names.
 */
export function shellWords(words: readonly string[], placeholder: string, most = 5): string {
  if (words.length === 0 || words.length > most || words.some((word) => UNQUOTABLE.test(word))) return placeholder
  return words.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

/** Formats `src/cart.ts:3-7`. */
export function formatLines({ path, first, last }: LineRange): string {
  return `${path}:${first}${last > first ? `-${last}` : ''}`
}

/** Formats a failing test with the kind and first line of its failure. */
export function formatFailure({ id, kind, message }: FailingTest): string {
  return `${id} (${kind}: ${firstLine(message)})`
}

export function formatLoadFailure(failure: LoadFailure): string {
  return `${failure.file ?? 'a file'} did not load (${failure.kind}: ${formatCause(failure)})`
}

/**
 * Returns the line that names what is missing: some runners begin with a heading that repeats the file. pytest says
 * "collection failure" for any file that it cannot import.
 */
export function formatCause({ message, missing }: Pick<LoadFailure, 'message' | 'missing'>): string {
  const first = firstLine(message)
  const name = missing?.name ?? ''
  if (first.includes(name)) return first
  const lines = message.split('\n').map((line) => line.trim())
  const naming = lines.filter((line) => line.includes(name) && !line.startsWith('#'))
  const thrown = naming.flatMap((line) => EXCEPTION.exec(line)?.[1] ?? [])[0] ?? naming.at(-1)
  return thrown?.slice(0, MAX_LINE) ?? `${first}, without ${name}`
}
