/**
 * Asks GitHub whether an answer changed since it was read. An unchanged one costs no point of the hourly limit:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
import { createHash } from 'node:crypto'
import { findAffected, guessEmpty, putIntoList } from './own-writes.ts'

type Fetch = typeof globalThis.fetch

/** Outlives a process, and may be shared with others. */
export interface TextCache {
  readonly get: (name: string) => Promise<string | null>
  readonly put: (name: string, text: string) => Promise<void>
}

interface Known {
  readonly text: string
  /** The header of lists that go on. */
  readonly link: string | null
  /** The tag, and the token that it was given to; null: only the text is known. */
  readonly tag: { readonly etag: string; readonly authorization: string | null } | null
  /** Whether the tag for another token can be computed from the text. */
  readonly isPortable: boolean
}

/** Bound on the characters of one answer: longer ones are rare, and change with each push. */
export const MAX_ENTRY = 256 * 1024
/** Bound on the characters of all answers in memory. */
export const MAX_BYTES = 32 * 1024 * 1024
const NOT_MODIFIED = 304
const JSON_TYPE = 'application/json; charset=utf-8'

/** Wraps fetch. GitHub decides for each token, each time, whether it may read. @param cache null: only memory is used */
export function conditional(fetch: Fetch, cache: () => TextCache | null = () => null): Fetch {
  const memory = createAnswers()
  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') {
      const written = await fetch(input, init)
      for (const [key, text] of await guessLists(memory.entries(), String(input), written)) {
        memory.add(key, toPortable(text))
        share(cache(), key, text)
      }
      return written
    }
    const headers = new Headers(init?.headers)
    const key = `${headers.get('accept')} ${input}`
    const known = choose(memory.get(key), await readCache(cache(), key)) ?? toKnown(guessEmpty(String(input)))
    const tag = known && getTag(known, headers)
    if (tag) headers.set('if-none-match', tag)
    const response = await fetch(input, { ...init, headers })
    if (known && response.status === NOT_MODIFIED) {
      memory.add(key, known)
      return toResponse(known, response)
    }
    memory.remove(key)
    const answer = await readAnswer(response, headers)
    if (answer === null) return response
    if (answer.text.length <= MAX_ENTRY) {
      memory.add(key, answer)
      if (answer.isPortable) share(cache(), key, answer.text)
    }
    return toResponse(answer, response)
  }
}

/** @returns what lists that were read before will say after this write, by key */
async function guessLists(
  known: Iterable<readonly [string, Known]>,
  url: string,
  response: Response,
): Promise<readonly (readonly [string, string])[]> {
  if (!response.ok || !isJson(response)) return []
  const written = await response.clone().text()
  const isAffected = findAffected(url, written)
  if (isAffected === null) return []
  return [...known].flatMap(([key, { text, isPortable }]) => {
    if (!isPortable || !isAffected(key, text)) return []
    const guess = putIntoList(text, written, key.includes('check_name='))
    return guess === null || guess.length > MAX_ENTRY ? [] : [[key, guess]]
  })
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') ?? false
}

/** Another process may have read a newer one since. */
function choose(own: Known | undefined, shared: Known | null): Known | undefined {
  return own !== undefined && (shared === null || shared.text === own.text) ? own : (shared ?? undefined)
}

function getTag({ tag, text, isPortable }: Known, headers: Headers): string | null {
  if (tag !== null && tag.authorization === headers.get('authorization')) return tag.etag
  return isPortable ? computeTag(headers, text) : null
}

/**
 * Computes the tag that GitHub gives to a text for a token. GitHub documents no way: this one was observed
 * (https://github.com/bored-engineer/github-conditional-http-transport). Where it is wrong GitHub answers in full.
 * Installations get a new token each hour, and each process has its own. A text that was changed since has another tag.
 */
function computeTag(headers: Headers, text: string): string {
  const parts = [headers.get('accept'), headers.get('authorization'), headers.get('cookie')]
  const hash = createHash('sha256')
  for (const part of parts) if (part !== null) hash.update(`${part}:`)
  return `"${hash.update(text).digest('hex')}"`
}

/** Null: it is not remembered. */
async function readAnswer(response: Response, headers: Headers): Promise<Known | null> {
  const etag = response.headers.get('etag')
  if (response.status !== 200 || etag === null || !isJson(response)) return null
  const text = await response.text()
  const link = response.headers.get('link')
  // No tag covers the link, so it is never taken from a cache.
  const isPortable = link === null && etag.replace(/^W\//, '') === computeTag(headers, text)
  return { text, link, tag: { etag, authorization: headers.get('authorization') }, isPortable }
}

/** The limits and dates are those of the new answer. */
function toResponse({ text, link }: Known, { headers: fresh, url }: Response): Response {
  const headers = new Headers(fresh)
  headers.set('content-type', JSON_TYPE)
  if (link !== null) headers.set('link', link)
  return Object.defineProperty(new Response(text, { headers }), 'url', { value: url })
}

async function readCache(cache: TextCache | null, key: string): Promise<Known | null> {
  return toKnown((await cache?.get(key).catch(() => null)) ?? null)
}

const toKnown = (text: string | null): Known | null => (text === null ? null : toPortable(text))
const toPortable = (text: string): Known => ({ text, link: null, tag: null, isPortable: true })

/** No request waits for it: what is not shared yet costs a request at most. */
function share(cache: TextCache | null, key: string, text: string): void {
  cache?.put(key, text).catch(() => undefined)
}

/** A cache of the answers that were read last. */
function createAnswers() {
  const known = new Map<string, Known>()
  let size = 0
  const remove = (key: string) => {
    size -= known.get(key)?.text.length ?? 0
    known.delete(key)
  }
  const add = (key: string, answer: Known) => {
    remove(key)
    known.set(key, answer)
    size += answer.text.length
    for (const oldest of known.keys()) {
      if (size <= MAX_BYTES) return
      remove(oldest)
    }
  }
  return { get: (key: string) => known.get(key), add, remove, entries: () => known.entries() }
}
