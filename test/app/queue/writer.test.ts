import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/app/queue/schema.ts'
import { openWriter, type WriterCall } from '../../../src/app/queue/writer.ts'
import { place } from './conformance.ts'
import { request } from './jobs.ts'

const NOW = 1_000_000
const PICK: WriterCall = { op: 'pick', most: 2, maxTries: 3, now: NOW }
const CLOSE: WriterCall = { op: 'close', now: NOW }
const accept = (id: string, pull?: number): WriterCall => ({ op: 'accept', job: request(id, pull), now: NOW })

function open() {
  const file = join(place(), 'store.sqlite')
  const database = openDatabase(file, true)
  const answer = openWriter(file, database)
  onTestFinished(() => void (database.isOpen && answer([CLOSE])))
  const isDurable = () => database.prepare('PRAGMA synchronous').get()?.['synchronous'] === 2
  const picked = (calls: readonly WriterCall[] = [PICK]) =>
    answer(calls).map((reply) =>
      'value' in reply && typeof reply.value === 'object' ? reply.value?.rows.map(({ id }) => id) : reply,
    )
  return { answer, database, isDurable, picked }
}

test('an event of GitHub survives a power cut, whatever else is asked at the same time; the rest would only be done again', () => {
  const { answer, isDurable } = open()
  for (const [calls, durable] of [
    [[accept('a')], true],
    [[PICK], false],
    [[PICK, accept('b'), PICK], true],
  ] as const) {
    answer(calls)
    expect(isDurable()).toBe(durable)
  }
})

test('a batch contains at most one event of each key, and no more than can run', () => {
  const { answer, picked } = open()
  answer([accept('a', 1), accept('b', 1), accept('c', 2), accept('d', 3)])
  expect([picked(), picked(), picked()]).toEqual([[['a', 'c']], [['d']], [[]]])
})

test('the writer handles the requests of a batch in their order', () => {
  const { picked } = open()
  expect(picked([PICK, accept('a'), PICK])).toEqual([[], { value: 'new' }, ['a']])
})

test('a request that fails does not undo the other requests of its batch', () => {
  const { answer, database } = open()
  database.exec("CREATE TRIGGER bad BEFORE INSERT ON seen WHEN new.id = 'bad' BEGIN SELECT RAISE(ROLLBACK, 'no'); END")
  expect(answer([accept('a', 1), accept('bad', 2), accept('b', 3), PICK])).toEqual([
    { value: 'new' },
    { error: expect.objectContaining({ message: 'no' }) },
    { value: 'new' },
    { value: { rows: [expect.objectContaining({ id: 'a' }), expect.objectContaining({ id: 'b' })], deadLettered: [] } },
  ])
})

test('a writer answers no request after it was closed', () => {
  const { answer } = open()
  expect(answer([accept('a'), CLOSE])).toEqual([{ value: 'new' }, { value: null }])
  expect(() => answer([accept('b')])).toThrow(/not open/)
})
