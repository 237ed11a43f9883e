import { describe, expect, test } from 'vitest'
import { createBadges } from '../../src/app/badge.ts'
import { openClients } from '../../src/app/clients.ts'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { toBadge } from '../../src/render/web/badge.ts'
import { APP_ID, KEY, startHub } from './hub.ts'

/** GitHub with one repository of this App, whose branch requires a check of this App. */
async function shop({ isPrivate = false, source = APP_ID } = {}) {
  const rule = {
    type: 'required_status_checks',
    parameters: { required_status_checks: [{ context: 'tdd-gate', integration_id: source }] },
  }
  const bodies: Readonly<Record<string, unknown>> = {
    '/repos/acme/shop/installation': { id: 7 },
    '/repos/acme/shop': { private: isPrivate, visibility: isPrivate ? 'private' : 'public', default_branch: 'main' },
    '/repos/acme/shop/rules/branches/main': [rule],
    '/repos/acme/shop/branches/main': { name: 'main', protection: { enabled: false } },
  }
  const hub = await startHub(({ path }) => (Object.hasOwn(bodies, path) ? { body: bodies[path] } : null))
  let now = 1_000_000
  const clients = await openClients({ appId: APP_ID, privateKey: KEY, baseUrl: hub.baseUrl })
  const badge = createBadges({ clients, appId: APP_ID, clock: { ...CLOCK, now: () => now } })
  const read = (repo = 'shop', owner = 'acme') => badge({ owner, repo })
  return { read, asked: () => hub.asked.length, wait: (ms: number) => (now += ms) }
}

describe('the badge of a repository', () => {
  test('says that its default branch requires the check of this App', async () => {
    expect(await (await shop()).read()).toBe(toBadge(true))
  })
  test('says that it does not, where another App may write the check', async () => {
    expect(await (await shop({ source: 1 })).read()).toBe(toBadge(false))
  })
  test('is none where the repository is private, or not of this App: both look alike', async () => {
    expect(await (await shop({ isPrivate: true })).read()).toBeNull()
    expect(await (await shop()).read('other')).toBeNull()
  })
  test('costs no request within ten minutes, whatever the case of the name', async () => {
    const { read, asked, wait } = await shop()
    await read()
    const before = asked()
    expect(await read('Shop', 'ACME')).toBe(toBadge(true))
    expect(asked()).toBe(before)
    wait(600_000)
    await read()
    expect(asked()).toBeGreaterThan(before)
  })
  test('is not read for strangers who ask for many names, until a minute has passed', async () => {
    const { read, asked, wait } = await shop()
    for (let n = 0; n < 20; n += 1) await read(`no-${n}`)
    const before = asked()
    expect(await read('shop')).toBe('busy')
    expect(asked()).toBe(before)
    wait(60_000)
    expect(await read('shop')).toBe(toBadge(true))
  })
  test.each([true, false])('is an image that says in words what it shows (%s)', (isRequired) => {
    const svg = toBadge(isRequired)
    expect(svg).toContain(`aria-label="tdd-gate: ${isRequired ? 'required' : 'not required'}"`)
    expect(svg).not.toMatch(/script|href|url\((?!#)/)
  })
})
