/** A delivery of GitHub that an operator has handled once more. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { type Answerer, APP_ID, KEY, startHub } from '../hub.ts'
import { drain, place } from '../queue/conformance.ts'
import { request } from '../queue/jobs.ts'

const GUID = '0b989ba4-242f-11e5-81e1-c7b6966d2516'
const PULL = {
  action: 'opened',
  installation: { id: 7 },
  pull_request: { number: 9 },
  repository: { id: 99, name: 'shop', owner: { login: 'acme' } },
}
const DELIVERIES = [
  { id: 12, guid: 'another', event: 'push', status_code: 202, redelivery: false },
  { id: 34, guid: GUID, event: 'pull_request', status_code: 202, redelivery: false },
]
const answer: Answerer = ({ path }) => {
  if (path === '/app/hook/deliveries')
    return { body: DELIVERIES.map((one) => ({ ...one, delivered_at: new Date().toISOString() })) }
  return path === '/app/hook/deliveries/34'
    ? { body: { ...DELIVERIES[1], request: { headers: {}, payload: PULL } } }
    : null
}

async function replay(...words: readonly string[]) {
  const [hub, file] = [await startHub(answer), join(place(), 'store.sqlite')]
  {
    await using queue = openQueue(file)
    await queue.accept(request(GUID))
    await drain(queue)
  }
  const lines: string[] = []
  const env = {
    APP_ID: String(APP_ID),
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: '9f2c81d07be64a35c1f08e7d42b6a953',
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    TDD_GATE_STORE: file,
  }
  const code = await runAdmin(['replay', ...words], env, (line) => lines.push(line))
  await using queue = openQueue(file)
  return { code, lines: lines.map((line) => JSON.parse(line)), ids: await drain(queue) }
}

test('a delivery is read from GitHub and handled again under its id, although it was handled before', async () => {
  const { code, lines, ids } = await replay(GUID)
  expect([code, lines]).toEqual([0, [{ delivery: GUID, event: 'pull_request', result: 'accepted' }]])
  expect(ids).toEqual([expect.stringMatching(new RegExp(`^${GUID}/[\\w-]{36}$`))])
})

test.each([['unknown'], []])(
  'replay without an id, or with one that GitHub does not know, changes nothing: %s',
  async (...words) => {
    const { code, lines, ids } = await replay(...words)
    expect([code, lines, ids]).toEqual([2, [expect.objectContaining({ code: 'bad-usage' })], []])
  },
)
