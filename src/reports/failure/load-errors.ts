/** What did not load, told by several reports of one run: each file once, in the words that say most. */
import type { LoadError } from '../../core/model/test-run.ts'

/** Of more files with one name those that follow are told apart. */
const MAX_ALIKE = 1_000

/** A load error with the file of which it is, in the tree or else as the report writes it. */
interface Placed {
  error: LoadError
  readonly word: string
}

/**
 * Errors of one report are never one; of another report's the first of its file is that of the same file here.
 * @param placed gives an error its tracked file, or null
 */
export function mergeLoadErrors(
  reports: readonly (readonly LoadError[])[],
  placed: (error: LoadError) => LoadError,
): readonly LoadError[] {
  const all: Placed[] = []
  const byName = new Map<string, Placed[]>()
  for (const errors of reports) {
    const taken = new Set<Placed>()
    for (const error of errors) {
      const next = { error: placed(error), word: getWord(placed(error).file ?? error.file) }
      const same = next.word === '' ? [] : (byName.get(getName(next.word)) ?? [])
      const known = same.find((other) => !taken.has(other) && isSameFile(other.word, next.word))
      if (known === undefined) all.push(next)
      else known.error = getMore(known.error, next.error)
      taken.add(known ?? next)
    }
    for (const one of taken) note(byName, one)
  }
  return all.map(({ error }) => error)
}

function note(byName: Map<string, Placed[]>, one: Placed): void {
  const same = byName.get(getName(one.word))
  if (same === undefined) byName.set(getName(one.word), [one])
  else if (same.length < MAX_ALIKE && !same.includes(one)) same.push(one)
}

const getWord = (file: string | null) =>
  (file ?? '')
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
const getName = (word: string) => word.slice(word.lastIndexOf('/') + 1)

/** One report may name a file from its root, the other from the folder of the tests. */
const isSameFile = (one: string, other: string) =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)

function getMore(one: LoadError, other: LoadError): LoadError {
  const says = ({ missing, kind }: LoadError) => (missing === null ? (kind === 'unknown' ? 0 : 1) : 2)
  const more = says(other) > says(one) ? other : one
  return { ...more, file: one.file ?? other.file }
}
