import { describe, expect, test } from 'vitest'
import { createBadges } from '../../src/app/badge.ts'
import { openClients } from '../../src/app/clients.ts'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { toBadge } from '../../src/render/web/badge.ts'
import { APP_ID, KEY, startHub } from './hub.ts'

/** GitHub with one repository of this App, whose branch requires a check of this App. */
async function shop({ isPrivate = false, source = APP_ID, isEmpty = false } = {}) {
  const rule = {
    type: 'required_status_checks',
    parameters: { required_status_checks: [{ context: 'tdd-gate', integration_id: source }] },
  }
  const bodies: Readonly<Record<string, unknown>> = {
    '/repos/acme/shop/installation': { id: 7 },
    '/repos/acme/shop': { private: isPrivate, visibility: isPrivate ? 'private' : 'public', default_branch: 'main' },
    '/repos/acme/shop/rules/branches/main': [rule],
    ...(!isEmpty && { '/repos/acme/shop/branches/main': { name: 'main', protection: { enabled: false } } }),
  }
  let isAway = false
  const hub = await startHub(({ path }) => {
    // Counts as an outage, and Octokit does not ask again.
    if (isAway) return { status: 401, body: { message: 'Bad credentials' } }
    return Object.hasOwn(bodies, path) ? { body: bodies[path] } : null
  })
  let now = 1_000_000
  const clients = await openClients({ appId: APP_ID, privateKey: KEY, baseUrl: hub.baseUrl })
  const badge = createBadges({ clients, appId: APP_ID, clock: { ...CLOCK, now: () => now } })
  const read = (repo = 'shop', owner = 'acme') => badge({ owner, repo })
  const setAway = (value: boolean) => {
    isAway = value
  }
  return { read, asked: () => hub.asked.length, wait: (ms: number) => (now += ms), setAway }
}

const REQUIRED = toBadge('required')
const UNKNOWN = toBadge('unknown')

describe('the badge of a repository', () => {
  test('says that its default branch requires the check of this App', async () => {
    expect(await (await shop()).read()).toEqual({ svg: REQUIRED, isKnown: true })
  })
  test('says that it does not, where another App may write the check', async () => {
    expect(await (await shop({ source: 1 })).read()).toEqual({ svg: toBadge('not required'), isKnown: true })
  })
  test.each([
    ['is private', { isPrivate: true }, 'shop'],
    ['is not of this App', {}, 'other'],
    ['has no commit', { isEmpty: true }, 'shop'],
  ])('says unknown where the repository %s: all look alike', async (_, options, repo) => {
    expect(await (await shop(options)).read(repo)).toEqual({ svg: UNKNOWN, isKnown: false })
  })
  test('says unknown while GitHub does not answer, and asks again a minute later', async () => {
    const { read, asked, wait, setAway } = await shop()
    setAway(true)
    expect(await read()).toEqual({ svg: UNKNOWN, isKnown: false })
    setAway(false)
    const before = asked()
    expect((await read()).svg).toBe(UNKNOWN)
    expect(asked()).toBe(before)
    wait(60_000)
    expect((await read()).svg).toBe(REQUIRED)
  })
  test('costs no request within ten minutes, whatever the case of the name', async () => {
    const { read, asked, wait } = await shop()
    await read()
    const before = asked()
    expect((await read('Shop', 'ACME')).svg).toBe(REQUIRED)
    expect(asked()).toBe(before)
    wait(600_000)
    await read()
    expect(asked()).toBeGreaterThan(before)
  })
  test('is not read for strangers who ask for many names, until a minute has passed', async () => {
    const { read, asked, wait } = await shop()
    for (let n = 0; n < 20; n += 1) await read(`no-${n}`)
    const before = asked()
    expect((await read('shop')).svg).toBe(UNKNOWN)
    expect(asked()).toBe(before)
    wait(60_000)
    expect((await read('shop')).svg).toBe(REQUIRED)
  })
  test.each(['required', 'not required', 'unknown'] as const)('is an image that says in words: %s', (state) => {
    const svg = toBadge(state)
    expect(svg).toContain(`aria-label="tdd-gate: ${state}"`)
    expect(svg).not.toMatch(/script|href|url\((?!#)/)
  })
})
