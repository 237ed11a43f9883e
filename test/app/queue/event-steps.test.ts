import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Steps } from '../../../src/app/queue/dialect.ts'
import { toStatements } from '../../../src/app/queue/event-statements.ts'
import { acceptEvents, endEvent, pickEvents, toJob, toNewEvent } from '../../../src/app/queue/event-steps.ts'
import { openDatabase } from '../../../src/app/queue/schema.ts'
import { createFileQuery, SQLITE } from '../../../src/app/queue/sqlite.ts'
import { place } from './conformance.ts'
import { request } from './jobs.ts'

const sql = toStatements(SQLITE)

/** A store with one event. @returns how steps run on it, as a process that died, or that others take for dead, runs them */
async function openStore() {
  const database = openDatabase(join(place(), 'store.sqlite'), false)
  onTestFinished(() => database.close())
  const { query } = createFileQuery(database, () => 1_000_000)
  const run = async <T>(steps: Steps<T>): Promise<T> => {
    let step = steps.next()
    while (!step.done) step = steps.next(await query(step.value.text, step.value.values))
    return step.value
  }
  await run(acceptEvents(sql, [toNewEvent(request('a'))], true))
  const pick = (self: string, ended: readonly string[], held: readonly number[] | null) =>
    run(pickEvents(sql, { most: 4, maxTries: 9, self, ended, held }))
  const count = async () => ({ ...(await query(sql.stats))[0] })
  return { run, pick, count }
}

test('an event whose taking got no answer is taken again by the same process, and only then', async () => {
  const { pick } = await openStore()
  const [first] = (await pick('one', [], null)).rows
  expect((await pick('one', [], [first?.n ?? 0])).rows).toEqual([])
  expect((await pick('two', [], [])).rows).toEqual([])
  expect((await pick('one', [], [])).rows).toMatchObject([{ id: 'a', tries: 1 }])
})

test('a process that was taken for dead changes nothing about an event that another one took over', async () => {
  const { run, pick, count } = await openStore()
  const [row] = (await pick('one', [], null)).rows
  if (row === undefined) throw new Error('nothing was taken')
  expect((await pick('two', ['one'], null)).rows).toMatchObject([{ id: 'a', tries: 1 }])
  await run(endEvent(sql, row, { kind: 'done' }, 'one'))
  expect(await count()).toEqual({ waiting: 0, working: 1, dead: 0 })
  await run(endEvent(sql, row, { kind: 'retry', pauseMs: 0.5, tries: 1 }, 'two'))
  expect(await count()).toEqual({ waiting: 1, working: 0, dead: 0 })
})

test('reads a truncated comment that an earlier version stored', () => {
  const text = '/tdd next {"isCut":true}'
  const event = { kind: 'comment', number: 1, text }
  const body = JSON.stringify({ event: { ...event, isCut: true } })
  expect(toJob({ id: 'a', key: 'b', body }).event).toEqual({ ...event, isTruncated: true })
})
