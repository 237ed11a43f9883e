/** Estimates the size of evidence and finds its largest part. */
import type { Evidence } from '../core/model/evidence.ts'

/** `""` and a comma: the minimal size of an entry. */
const LEAST_ENTRY = 3

/** Returns a lower bound on the characters of its canonical JSON, without serialising it. */
export function estimateSize(evidence: Evidence): number {
  const {
    comparison,
    failing,
    loadFailures,
    runErrors,
    newPassing,
    newSkipped,
    watched: tracked,
    doubtful: unstable,
    emptyFiles,
  } = evidence
  const messages = [...failing, ...loadFailures].reduce((sum, { message }) => sum + message.length, 0)
  const lists = [failing, loadFailures, runErrors, newPassing, newSkipped, tracked, unstable, emptyFiles]
  const entries = [...lists, ...Object.values(comparison)].reduce((sum, list) => sum + list.length, 0)
  return messages + LEAST_ENTRY * entries
}

export interface Heaviest {
  readonly list: 'failing' | 'loadFailures' | 'runErrors' | 'gone' | 'watched'
  readonly entries: number
}

/** Returns the kind of entries that takes most characters; the first of equals. */
export function findLargestList({
  failing,
  loadFailures,
  runErrors,
  watched: tracked,
  comparison,
  newPassing,
  counterfactual,
  emptied,
}: Evidence): Heaviest {
  const kinds: readonly (readonly [Heaviest['list'], readonly unknown[], readonly unknown[]])[] = [
    ['failing', failing, comparison.newlyFailing],
    ['loadFailures', loadFailures, []],
    ['runErrors', runErrors, []],
    ['gone', [...comparison.vanished, ...comparison.silenced], []],
    ['watched', tracked, [...newPassing, ...(counterfactual?.stillPassing ?? []), ...idsIn(emptied)]],
  ]
  const measuredSize = kinds.map(([list, own, more]) => ({
    list,
    entries: own.length,
    characters: JSON.stringify([own, more]).length,
  }))
  const [first, ...others] = measuredSize.toSorted((a, b) => b.characters - a.characters)
  return first ?? others[0] ?? { list: 'failing', entries: 0 }
}

function idsIn(emptied: Evidence['emptied']): readonly string[] {
  if (emptied === undefined) return []
  const { hollow, weak, unpinned, anyError = [], readsCode = [], untried } = emptied
  return [...hollow, ...weak, ...unpinned, ...anyError, ...readsCode, ...untried]
}

/** Returns the longest test id in the lists; empty where there is none. */
export function findLongestName({
  failing,
  watched: tracked,
  comparison,
  newPassing,
  counterfactual,
  emptied,
}: Evidence): string {
  const ids = [
    ...[...failing, ...tracked].map(({ id }) => id),
    ...[...Object.values(comparison), newPassing, counterfactual?.stillPassing ?? [], idsIn(emptied)].flat(),
  ]
  return ids.reduce((longest, id) => (id.length > longest.length ? id : longest), '')
}
