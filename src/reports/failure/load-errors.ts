/** Merges load errors of several reports of one run: one for each file, with the most specific message. */
import type { LoadError } from '../../core/model/test-run.ts'

/** Bound on the files of one name that are compared. */
const MAX_ALIKE = 1_000

/** A load error with its file, in the tree or as the report writes it. */
interface Placed {
  error: LoadError
  readonly word: string
}

/**
 * Merges load errors. Errors of one report stay separate; the first error of a file in one report matches that of
 * another report. @param placed returns the tracked file of an error, or null
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

/** One report may name a file relative to the root, another relative to the folder of the tests. */
const isSameFile = (one: string, other: string) =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)

function getMore(one: LoadError, other: LoadError): LoadError {
  const says = ({ missing, kind }: LoadError) => (missing === null ? (kind === 'unknown' ? 0 : 1) : 2)
  const more = says(other) > says(one) ? other : one
  return { ...more, file: one.file ?? other.file }
}
