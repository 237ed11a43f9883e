/** What operators ask of the store. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { drain, place } from '../queue/conformance.ts'
import { Refusal, request, toVerdict } from '../queue/jobs.ts'

/** An inbox with three dead letters, and verdicts of two pull requests. */
async function prepare() {
  const file = join(place(), 'inbox.sqlite')
  {
    await using queue = openQueue(file)
    for (const id of ['a', 'b', 'c']) await queue.accept(request(id))
    await drain(queue, () => Promise.reject(new Refusal('never')))
    for (const number of [5, 6]) await queue.audit.append(toVerdict(number), `d${number}`)
  }
  return async (...words: readonly string[]) => {
    const lines: string[] = []
    const code = await runAdmin(words, { TDD_GATE_INBOX: file }, (line) => lines.push(line))
    return { code, lines: lines.map((line) => JSON.parse(line)) }
  }
}

test('dead letters are listed with their reasons, retried by id, and dropped', async () => {
  const admin = await prepare()
  const { lines } = await admin('dead')
  expect(lines.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(lines[0]).toMatchObject({ key: 'acme/shop#1', kind: 'comment', tries: 3, reason: 'Refusal: never' })
  expect(await admin('retry', 'b')).toEqual({ code: 0, lines: [{ retried: 1 }] })
  expect(await admin('drop', 'a')).toEqual({ code: 0, lines: [{ dropped: 1 }] })
  expect((await admin('dead')).lines.map(({ id }) => id)).toEqual(['c'])
  expect(await admin('drop', '--all')).toEqual({ code: 0, lines: [{ dropped: 1 }] })
})

test('the audit log is exported whole, from an entry on, and for one pull request', async () => {
  const admin = await prepare()
  const { lines } = await admin('audit')
  expect(lines.map(({ entry }) => entry.number)).toEqual([5, 6])
  expect((await admin('audit', String(lines[0].n))).lines).toEqual(lines.slice(1))
  expect((await admin('explain', 'Acme/shop#6')).lines).toEqual(lines.slice(1))
})

test.each([
  [],
  ['unknown'],
  ['retry'],
  ['drop'],
  ['explain', 'acme'],
  ['audit', 'x'],
  ['constructor'],
  ['replay'],
  ['backup'],
])('a command that is not understood changes nothing: %s %s', async (...words) => {
  const admin = await prepare()
  const { code, lines } = await admin(...words)
  expect([code, lines]).toEqual([2, [expect.objectContaining({ code: 'bad-usage' })]])
  expect((await admin('dead')).lines).toHaveLength(3)
})

test('an inbox that does not exist is not created', async () => {
  const file = join(place(), 'inbox.sqlite')
  const lines: string[] = []
  expect(await runAdmin(['dead'], { TDD_GATE_INBOX: file }, (line) => lines.push(line))).not.toBe(0)
  expect(lines.join('')).toContain('does not exist')
  expect(existsSync(file)).toBe(false)
})
