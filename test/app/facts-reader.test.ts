/** How often readers of the pages make the App read and decide. */
import { expect, test } from 'vitest'
import { createFactsReader } from '../../src/app/facts-reader.ts'
import type { Settings } from '../../src/app/settings.ts'
import { GateError } from '../../src/core/model/errors.ts'
import type { GitHub } from '../../src/github/routes.ts'

const MINUTE_MS = 60_000

/** On a GitHub where the App is installed nowhere. */
function openReader() {
  const asked: string[] = []
  let now = 0
  const request = async (route: string) => {
    asked.push(route)
    throw new GateError('github-refused', 'Not Found', 'Install it.', { status: 404 })
  }
  const github = { request } as unknown as GitHub
  const read = createFactsReader({
    settings: { organisations: [] } as Partial<Settings> as Settings,
    clients: { app: github, of: async () => github },
    nameOf: async () => ({ id: 7, slug: 'tdd-gate' }),
    clock: { now: () => now, sleep: async () => undefined },
  })
  const readPull = (number: number) => read({ id: '99', owner: 'acme', repo: 'shop', number })
  return { readPull, asked, wait: () => (now += MINUTE_MS) }
}

test('at most 20 pull requests are read in a minute', async () => {
  const { readPull, asked, wait } = openReader()
  for (let number = 1; number <= 20; number += 1) expect(await readPull(number)).toBe(null)
  expect([await readPull(21), asked.length]).toEqual(['busy', 20])
  wait()
  expect([await readPull(21), asked.length]).toEqual([null, 21])
})

test('one pull request is read once in a minute, and at most 60 answers use what was read', async () => {
  const { readPull, asked } = openReader()
  for (let count = 1; count <= 60; count += 1) expect(await readPull(1)).toBe(null)
  expect([await readPull(1), asked.length]).toEqual(['busy', 1])
})
