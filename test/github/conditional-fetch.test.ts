import { expect, test } from 'vitest'
import { conditional, MAX_BYTES, MAX_ENTRY } from '../../src/github/conditional-fetch.ts'

/** A GitHub with one text at each address, and the requests that it answered in full. */
function world(toText: (url: string) => string, type = 'application/json') {
  const full: string[] = []
  const answer = async (input: string | URL | Request, init?: RequestInit) => {
    const url = String(input)
    if (new Headers(init?.headers).get('if-none-match') === '"a"') return new Response(null, { status: 304 })
    full.push(url)
    return new Response(toText(url), { headers: { etag: '"a"', 'content-type': type } })
  }
  const fetch = conditional(answer as typeof globalThis.fetch)
  const read = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).text()
  return { full, read }
}

test.each([
  ['a text above the bound', () => 'x'.repeat(MAX_ENTRY + 1), 'application/json', {}],
  ['an archive', () => 'x', 'application/zip', {}],
  ['the answer to a write', () => 'x', 'application/json', { method: 'POST' }],
])('%s is not remembered', async (_what, toText, type, init) => {
  const { full, read } = world(toText, type)
  for (let i = 0; i < 2; i += 1) expect(await read('https://a/1', init)).toBe(toText())
  expect(full).toHaveLength(2)
})

test('the least recently read is forgotten, so memory is bounded', async () => {
  const { full, read } = world(() => 'x'.repeat(MAX_ENTRY))
  const count = Math.ceil(MAX_BYTES / MAX_ENTRY) + 1
  for (let i = 0; i < count; i += 1) await read(`https://a/${i}`)
  await read(`https://a/${count - 1}`)
  expect(full).toHaveLength(count)
  await read('https://a/0')
  expect(full.at(-1)).toBe('https://a/0')
})
