import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Installation, installationGaps } from '../../../src/core/status/installation.ts'

const NEEDS = { permissions: { checks: 'write', contents: 'read' }, events: ['push', 'merge_group'] }
const PAGE = 'https://github.com/organizations/acme/settings/installations/7'
const whole: Installation = { ...NEEDS, suspendedAt: null, page: PAGE }
const getGaps = (part: Partial<Installation>) => installationGaps(NEEDS, { ...whole, ...part })

test.each<[string, Partial<Installation>, readonly string[]]>([
  ['all of it', {}, []],
  ['more than is needed', { permissions: { checks: 'admin', contents: 'write', pages: 'write' } }, []],
  ['no permission', { permissions: { contents: 'read' } }, ['`checks: write` is not granted']],
  [
    'a lower one',
    { permissions: { checks: 'read', contents: 'read' } },
    ['`checks: write` is not granted, only `read`'],
  ],
  ['an unknown level', { permissions: { checks: 'all', contents: 'read' } }, ['not granted, only `all`']],
  ['no event', { events: ['push'] }, ['does not send `merge_group`']],
  ['nothing', { permissions: {}, events: [] }, ['`checks: write`', '`contents: read`', '`push`', '`merge_group`']],
  ['all of it, suspended', { suspendedAt: '2026-01-01T00:00:00Z' }, ['suspended since 2026-01-01T00:00:00Z']],
])('an installation that grants %s', (_what, part, words) => {
  const gaps = getGaps(part)
  expect(gaps.map(({ message }) => message)).toEqual(words.map((word) => expect.stringContaining(word)))
  for (const { suggestion } of gaps) expect(suggestion.text).toContain(PAGE)
})

test('a name that every object inherits grants nothing', () => {
  const needs = { permissions: { constructor: 'read' }, events: [] }
  expect(installationGaps(needs, whole)).toHaveLength(1)
})

test('nothing is missing exactly where every need is met', () => {
  const level = fc.constantFrom('read', 'write', 'admin')
  const permissions = fc.dictionary(fc.constantFrom('checks', 'contents', 'issues'), level)
  const order = ['read', 'write', 'admin']
  fc.assert(
    fc.property(permissions, permissions, (needed, granted) => {
      const gaps = installationGaps({ permissions: needed, events: [] }, { ...whole, permissions: granted })
      const met = ([name, access]: [string, string]) => order.indexOf(granted[name] ?? '') >= order.indexOf(access)
      expect(gaps.length).toBe(Object.entries(needed).filter((need) => !met(need)).length)
    }),
  )
})
