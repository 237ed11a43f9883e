/**
 * Guesses how a list of GitHub reads. Before the first look it is empty. After a write to one of its items, that item
 * is the answer to the write. GitHub compares the tag of the guess. So a wrong guess is never taken for an answer, and
 * costs nothing more.
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

/** Returns whether the list of a key contains what was written. */
type IsAffected = (key: string, list: string) => boolean

/** @param url of the write @returns null: no list contains what was written */
export function findAffected(url: string, written: string): IsAffected | null {
  const { head_sha: sha, issue_url: issue } = parse<Item>(written) ?? {}
  const beginsWith = (address: string) => (key: string) => key.includes(` ${address}`)
  if (/\/issues\/(?:comments\/\d+|\d+\/comments)$/.test(url))
    return typeof issue === 'string' ? beginsWith(`${issue}/comments?`) : null
  const [, place] = /^(.*)\/issues\/\d+$/.exec(url) ?? []
  // Every list of pull requests may have it.
  if (place !== undefined)
    return (key, list) =>
      key.includes(` ${place}/`) && key.includes('/pulls?') && list.includes(`"issue_url":${JSON.stringify(url)}`)
  const [, repository] = /^(.*)\/check-runs(?:\/\d+)?$/.exec(url) ?? []
  return repository === undefined || typeof sha !== 'string'
    ? null
    : beginsWith(`${repository}/commits/${sha}/check-runs?`)
}

/** @param list one page that has all items @returns null where the list would not come out of it as it is written */
export function putIntoList(list: string, written: string, isFiltered: boolean): string | null {
  const [known, item] = [parse<readonly Item[] | { readonly check_runs?: readonly Item[] }>(list), parse<Item>(written)]
  if (known === null || item === null) return null
  if (isList(known) && known.some(isPullOf(item))) return JSON.stringify(known.map((one) => changePull(one, item)))
  const before = isList(known) ? known : (known.check_runs ?? [])
  const isNew = before.every(({ id }) => id !== item['id'])
  if (isNew && (isFiltered || before.length >= PAGE)) return null
  const after = before.map((one) => (one['id'] === item['id'] ? item : one))
  // GitHub lists the oldest comment first, and the newest check run.
  if (isList(known)) return JSON.stringify(isNew ? [...after, item] : after)
  const runs = isNew ? [item, ...after] : after
  return JSON.stringify({ ...known, total_count: runs.length, check_runs: runs })
}

const isPullOf = (issue: Item) => (pull: Item) => pull['issue_url'] !== undefined && pull['issue_url'] === issue['url']

/** What a pull request has in common with its issue, and what the App changes. */
function changePull(pull: Item, issue: Item): Item {
  const { title, body, labels, updated_at } = issue
  return isPullOf(issue)(pull) ? { ...pull, title, body, labels, updated_at } : pull
}

function isList<T>(known: readonly T[] | object): known is readonly T[] {
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
