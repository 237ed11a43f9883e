import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { conditional, MAX_BYTES, MAX_ENTRY, type TextCache } from '../../src/github/conditional-fetch.ts'

const ACCEPT = 'application/vnd.github+json'
const digest = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`

/** As github.com makes them: of what the request accepts, its token, and the text. */
const toTag = (asked: Headers, text: string) =>
  digest([asked.get('accept'), asked.get('authorization'), text].filter((part) => part !== null).join(':'))

interface World {
  readonly type?: string
  readonly cache?: () => TextCache | null
  readonly tagOf?: (asked: Headers, text: string) => string
  readonly link?: string
}

/** A GitHub with one text at each address, and the requests that it answered in full. */
function world(
  toText: (url: string) => string,
  { type = 'application/json', cache, tagOf = toTag, link = '' }: World = {},
) {
  const full: string[] = []
  const answer = async (input: string | URL | Request, init?: RequestInit) => {
    const [url, asked] = [String(input), new Headers(init?.headers)]
    const text = toText(url)
    const etag = tagOf(asked, text)
    const headers = { etag, 'content-type': type, ...(link && { link }) }
    if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
    full.push(url)
    return new Response(text, { headers })
  }
  const open = () => {
    const fetch = conditional(answer as typeof globalThis.fetch, cache)
    return async (url: string, token: string, init: RequestInit = {}) => {
      const headers = { accept: ACCEPT, authorization: `token ${token}` }
      const response = await fetch(url, { headers, ...init })
      return `${await response.text()} ${response.headers.get('link') ?? ''}`
    }
  }
  return { full, open }
}

function openCache() {
  const texts = new Map<string, string>()
  const get = async (key: string) => texts.get(key) ?? null
  return { texts, get, put: async (key: string, text: string) => void texts.set(key, text) }
}

test.each([
  ['a text above the bound', () => 'x'.repeat(MAX_ENTRY + 1), 'application/json', {}],
  ['an archive', () => 'x', 'application/zip', {}],
  ['the answer to a write', () => 'x', 'application/json', { method: 'POST' }],
])('%s is not remembered', async (_what, toText, type, init) => {
  const { full, open } = world(toText, { type })
  const read = open()
  for (let i = 0; i < 2; i += 1) expect(await read('https://a/1', 'one', init)).toContain(toText())
  expect(full).toHaveLength(2)
})

test('the least recently read is forgotten, so memory is bounded', async () => {
  const { full, open } = world(() => 'x'.repeat(MAX_ENTRY))
  const read = open()
  const count = Math.ceil(MAX_BYTES / MAX_ENTRY) + 1
  for (let i = 0; i < count; i += 1) await read(`https://a/${i}`, 'one')
  await read(`https://a/${count - 1}`, 'one')
  expect(full).toHaveLength(count)
  await read('https://a/0', 'one')
  expect(full.at(-1)).toBe('https://a/0')
})

test('an answer that did not change is not sent again, not even for the next token; one that changed is', async () => {
  let text = 'grün'
  const { full, open } = world(() => text)
  const read = open()
  const first = await read('https://a/1', 'one')
  for (const token of ['one', 'two', 'two', 'one']) expect(await read('https://a/1', token)).toBe(first)
  expect(full).toHaveLength(1)
  text = 'rot'
  for (const token of ['three', 'one']) expect(await read('https://a/1', token)).toMatch(/^rot /)
  expect(full).toHaveLength(2)
})

test('processes that share a cache read an answer once, and take over what another one read since', async () => {
  let text = 'one'
  const cache = openCache()
  const { full, open } = world(() => text, { cache: () => cache })
  const [first, second] = [open(), open()]
  expect(await first('https://a/1', 'one')).toBe(await second('https://a/1', 'two'))
  expect(full).toHaveLength(1)
  text = 'two'
  for (const read of [second, first]) expect(await read('https://a/1', 'one')).toMatch(/^two /)
  expect(full).toHaveLength(2)
  expect([...cache.texts.keys(), ...cache.texts.values()].join()).not.toContain('token')
})

test('a text that was changed in the cache is never taken for an answer of GitHub', async () => {
  const cache = openCache()
  const { full, open } = world(() => 'real', { cache: () => cache })
  const first = await open()('https://a/1', 'one')
  for (const [key, text] of cache.texts) cache.texts.set(key, text.replace('real', 'fake'))
  expect(await open()('https://a/1', 'one')).toBe(first)
  expect(full).toHaveLength(2)
})

test('a list that goes on is remembered for its token alone, because no tag covers its link', async () => {
  const cache = openCache()
  const { full, open } = world(() => 'text', { cache: () => cache, link: '<https://a/1?page=2>; rel="next"' })
  const read = open()
  for (const token of ['one', 'one', 'two', 'two']) expect(await read('https://a/1', token)).toMatch(/^text .*page=2/)
  expect(full).toHaveLength(2)
  expect(cache.texts.size).toBe(0)
})

test('a tag that does not follow from the text holds for its token alone, and is not shared', async () => {
  const cache = openCache()
  const tagOf = (asked: Headers, text: string) => digest(`secret ${asked.get('authorization')} ${text}`)
  const { full, open } = world(() => 'text', { cache: () => cache, tagOf })
  const read = open()
  for (const token of ['one', 'one', 'two', 'two']) await read('https://a/1', token)
  expect(full).toHaveLength(2)
  expect(cache.texts.size).toBe(0)
})

test('a cache that fails costs requests only', async () => {
  const fail = async () => Promise.reject(new Error('the database is gone'))
  const { full, open } = world(() => 'text', { cache: () => ({ get: fail, put: fail }) })
  const read = open()
  for (const token of ['one', 'two']) expect(await read('https://a/1', token)).toMatch(/^text /)
  expect(full).toHaveLength(1)
})

describe('a list that was never read', () => {
  const LISTS = [
    ['commits/aa/check-runs?app_id=7', '{"total_count":0,"check_runs":[]}'],
    ['actions/runs?head_sha=aa', '{"total_count":0,"workflow_runs":[]}'],
    ['actions/runs/5/artifacts?name=a', '{"total_count":0,"artifacts":[]}'],
    ['issues/5/comments?page=1', '[]'],
    ['pulls?state=open', '[]'],
  ] as const

  test.each(LISTS)('%s costs no point while it is empty', async (list, empty) => {
    const { full, open } = world(() => empty)
    expect(await open()(`https://a/repos/acme/shop/${list}`, 'one')).toBe(`${empty} `)
    expect(full).toEqual([])
  })

  test.each(LISTS)('%s is answered in full where it is not empty', async (list, empty) => {
    const { full, open } = world(() => empty.replace('[]', '[{"id":1}]'))
    expect(await open()(`https://a/repos/acme/shop/${list}`, 'one')).toContain('[{"id":1}]')
    expect(full).toHaveLength(1)
  })
})

describe('after a write of its own, the App knows how the list reads', () => {
  const [API, SHA] = ['https://api.github.com/repos/acme/shop', 'a'.repeat(40)]
  const check = (id: number, title: string, more: object = {}) => ({ id, head_sha: SHA, title, ...more })
  const comment = (id: number, body: string) => ({ id, issue_url: `${API}/issues/5`, body })
  const asChecks = (items: readonly object[]) => ({ total_count: items.length, check_runs: items })
  const CHECKS = `${API}/commits/${SHA}/check-runs?app_id=7`
  const COMMENTS = `${API}/issues/5/comments?per_page=100`

  /** Reads a list, writes, and reads it again. @returns how often GitHub answered the list in full */
  async function readAround(
    list: string,
    [before, after]: readonly [object, object],
    { url, method, written }: { url: string; method: string; written: object },
    spaces?: number,
  ) {
    let [text, full] = [JSON.stringify(before, null, spaces), 0]
    const cache = openCache()
    const answer = async (input: string, init?: RequestInit) => {
      const asked = new Headers(init?.headers)
      if (init?.method !== undefined) {
        text = JSON.stringify(after, null, spaces)
        return new Response(JSON.stringify(written), { headers: { 'content-type': 'application/json' } })
      }
      const etag = toTag(asked, text)
      if (asked.get('if-none-match') === etag) return new Response(null, { status: 304 })
      expect(input).toBe(list)
      full += 1
      return new Response(text, { headers: { etag, 'content-type': 'application/json' } })
    }
    const open = () => conditional(answer as typeof globalThis.fetch, () => cache)
    const [fetch, headers] = [open(), { accept: ACCEPT, authorization: 'token one' }]
    await (await fetch(list, { headers })).text()
    expect(await (await fetch(url, { method, headers })).json()).toEqual(written)
    for (const read of [fetch, open()]) expect(await (await read(list, { headers })).text()).toBe(text)
    return full
  }

  test.each([
    ['a check', CHECKS, [], check(1, 'a'), asChecks],
    ['one more check', CHECKS, [check(1, 'a')], check(2, 'b'), asChecks],
    ['one more comment', COMMENTS, [comment(1, 'a')], comment(2, '<b> ü'), (items: readonly object[]) => items],
  ])('%s that it created costs no point', async (_what, list, items, written, toList) => {
    const after = list === CHECKS ? [written, ...items] : [...items, written]
    const lists = [toList(items), toList(after)] as const
    const url = list === CHECKS ? `${API}/check-runs` : `${API}/issues/5/comments`
    expect(await readAround(list, lists, { url, method: 'POST', written })).toBe(Math.min(items.length, 1))
  })

  test.each([
    ['a check', CHECKS, [check(1, 'a'), check(2, 'b')], check(1, 'c'), asChecks, 'check-runs/1'],
    [
      'a comment',
      COMMENTS,
      [comment(1, 'a')],
      comment(1, 'c'),
      (items: readonly object[]) => items,
      'issues/comments/1',
    ],
  ])('%s that it changed costs no point', async (_what, list, items, written, toList, place) => {
    const lists = [toList(items), toList([written, ...items.slice(1)])] as const
    expect(await readAround(list, lists, { url: `${API}/${place}`, method: 'PATCH', written })).toBe(1)
  })

  test.each([
    ['in the list of its commit', `${API}/commits/${SHA}/pulls?page=1`],
    ['in the list of open ones', `${API}/pulls?state=open`],
  ])('a pull request that it changed costs no point %s', async (_what, list) => {
    const url = `${API}/issues/5`
    const toText = (body: string) => ({ title: body, labels: [{ name: body }], body, updated_at: body })
    const ofPull = (body: string) => ({ issue_url: url, head: { sha: SHA }, ...toText(body) })
    const other = { ...ofPull('x'), issue_url: `${API}/issues/55` }
    const lists = [
      [ofPull('a'), other],
      [ofPull('b'), other],
    ] as const
    expect(await readAround(list, lists, { url, method: 'PATCH', written: { url, id: 1, ...toText('b') } })).toBe(1)
  })

  test('a pull request that it changed leaves its comments as they are', async () => {
    const url = `${API}/issues/5`
    const same = [comment(1, 'a')]
    expect(await readAround(COMMENTS, [same, same], { url, method: 'PATCH', written: { url, body: 'b' } })).toBe(1)
  })

  const patch = { url: `${API}/check-runs/1`, method: 'PATCH', written: check(1, 'c') }
  test.each([
    ['another one wrote meanwhile', CHECKS, [check(1, 'c'), check(3, 'x')], patch, undefined],
    ['GitHub words it in another way', CHECKS, [check(1, 'c', { isNew: true })], patch, undefined],
    ['GitHub sets spaces', CHECKS, [check(1, 'c')], patch, 2],
  ])('where %s, GitHub answers in full, and the guess is forgotten', async (_what, list, after, write, spaces) => {
    const lists = [asChecks([check(1, 'a')]), asChecks(after)] as const
    expect(await readAround(list, lists, write, spaces)).toBe(2)
  })

  test('a list of one name does not get a check of another name', async () => {
    const list = `${CHECKS}&check_name=tdd-gate`
    const write = { url: `${API}/check-runs`, method: 'POST', written: check(2, 'b') }
    expect(await readAround(list, [asChecks([check(1, 'a')]), asChecks([check(1, 'a')])], write)).toBe(1)
  })
})
