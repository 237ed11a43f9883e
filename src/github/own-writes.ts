/**
 * Guesses how a list of GitHub reads: empty before the first look, and after a write to one of its items with the answer
 * to the write as that item. GitHub compares the tag of the guess, so a wrong one is never taken for an answer: it costs
 * what no guess costs.
 */
import { PAGE } from './pages.ts'

type Item = Readonly<Record<string, unknown>>

const EMPTY: readonly (readonly [RegExp, string])[] = [
  [/\/commits\/[^/]+\/check-runs\?/, '{"total_count":0,"check_runs":[]}'],
  [/\/actions\/runs\?/, '{"total_count":0,"workflow_runs":[]}'],
  [/\/actions\/runs\/\d+\/artifacts\?/, '{"total_count":0,"artifacts":[]}'],
  [/\/(?:comments|pulls)\?/, '[]'],
]

/** Commits, runs and pull requests are often so new that these lists have no item yet. @returns null: no such list */
export function guessEmpty(url: string): string | null {
  return EMPTY.find(([address]) => address.test(url))?.[1] ?? null
}

/** @param url of the write @returns the beginning of the addresses of lists that contain what was written; null: none */
export function getListAddress(url: string, written: string): string | null {
  const { head_sha: sha, issue_url: issue } = parse<Item>(written) ?? {}
  if (/\/issues\/(?:comments\/\d+|\d+\/comments)$/.test(url))
    return typeof issue === 'string' ? `${issue}/comments?` : null
  const [, repository] = /^(.*)\/check-runs(?:\/\d+)?$/.exec(url) ?? []
  return repository === undefined || typeof sha !== 'string' ? null : `${repository}/commits/${sha}/check-runs?`
}

/** @param list one page that has all items @returns null where the list would not come out of it as it is written */
export function putIntoList(list: string, written: string, isFiltered: boolean): string | null {
  const [known, item] = [parse<readonly Item[] | { readonly check_runs?: readonly Item[] }>(list), parse<Item>(written)]
  if (known === null || item === null) return null
  const before = isComments(known) ? known : (known.check_runs ?? [])
  const isNew = before.every(({ id }) => id !== item['id'])
  if (isNew && (isFiltered || before.length >= PAGE)) return null
  const after = before.map((one) => (one['id'] === item['id'] ? item : one))
  // GitHub lists the oldest comment first, and the newest check run.
  if (isComments(known)) return JSON.stringify(isNew ? [...after, item] : after)
  const runs = isNew ? [item, ...after] : after
  return JSON.stringify({ ...known, total_count: runs.length, check_runs: runs })
}

function isComments<T>(known: readonly T[] | object): known is readonly T[] {
  return Array.isArray(known)
}

/** Null for text that is written in another way than here: the guess would be wrong. */
function parse<T>(text: string): T | null {
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}
