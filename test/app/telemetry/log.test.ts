/** The lines of the log: what an operator's tools read. */
import { expect, test } from 'vitest'
import { inDelivery, toDelivery } from '../../../src/app/telemetry/delivery.ts'
import { logRarely, openLog } from '../../../src/app/telemetry/log.ts'

function openLines(level: Parameters<typeof openLog>[0]) {
  const lines: string[] = []
  const log = openLog(level, (line) => lines.push(line))
  return { log, read: () => lines.map((line) => JSON.parse(line)) }
}

test('a line has its level as a word, an ISO time, and its fields, and ends with a line feed', () => {
  const lines: string[] = []
  openLog('info', (line) => lines.push(line))('warn', 'GitHub limits requests', { route: 'GET /app', ms: 3 })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{.*\}\n$/)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'warn',
    msg: 'GitHub limits requests',
    route: 'GET /app',
    ms: 3,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
})

test.each([
  ['debug', 4],
  ['info', 3],
  ['warn', 2],
  ['error', 1],
  ['silent', 0],
] as const)('the level %s writes %i of four lines', (level, count) => {
  const { log, read } = openLines(level)
  for (const one of ['debug', 'info', 'warn', 'error'] as const) log(one, one)
  expect(read()).toHaveLength(count)
})

test('a long text is truncated, and a bigint is written', () => {
  const { log, read } = openLines('info')
  log('info', 'x', { error: 'e'.repeat(5000), id: 12n })
  expect(read()[0].error).toHaveLength(1003)
  expect(Number(read()[0].id)).toBe(12)
})

test('every line that the work of a delivery writes has its id, whatever waits in between', async () => {
  const { log, read } = openLines('info')
  const work = async (name: string) => {
    await new Promise(setImmediate)
    log('info', name)
  }
  await Promise.all([inDelivery('d1', () => work('one')), inDelivery('d2/1', () => work('two')), work('none')])
  expect(Object.fromEntries(read().map(({ msg, delivery }) => [msg, delivery]))).toEqual({
    one: 'd1',
    two: 'd2',
    none: undefined,
  })
})

test('the events that follow from a delivery belong to it', () => {
  expect(['d1', 'd1/1', 'd1/0b0e'].map(toDelivery)).toEqual(['d1', 'd1', 'd1'])
})

test('trouble that lasts is logged once a minute, with how often it came', () => {
  const lines: unknown[] = []
  let now = 0
  const log = logRarely(
    (level, message, fields) => lines.push([level, message, fields]),
    () => now,
  )
  for (; now < 90_000; now += 10_000) log('error', 'database connection failing', { error: 'refused' })
  log('error', 'event queue failing', {})
  expect(lines).toEqual([
    ['error', 'database connection failing', { error: 'refused' }],
    ['error', 'database connection failing', { error: 'refused', times: 6 }],
    ['error', 'event queue failing', {}],
  ])
})

test('another cause of the same trouble is written at once', () => {
  const { log, read } = openLines('info')
  const rarely = logRarely(log, () => 0)
  for (const error of ['refused', 'refused', 'wrong password', 'refused'])
    rarely('error', 'database connection failing', { error })
  expect(read().map(({ error }) => error)).toEqual(['refused', 'wrong password'])
})

test('causes that differ each time fill no memory: the oldest is written again', () => {
  const { log, read } = openLines('info')
  const rarely = logRarely(log, () => 0)
  for (let n = 0; n < 200; n += 1) rarely('error', 'failing', { error: `cause ${n}` })
  rarely('error', 'failing', { error: 'cause 199' })
  expect(read()).toHaveLength(200)
  rarely('error', 'failing', { error: 'cause 0' })
  expect(read()).toHaveLength(201)
})
