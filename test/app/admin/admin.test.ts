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

test('an owner of an organisation gets the commands that make the property and the ruleset', async () => {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  expect(await runAdmin(['ruleset', 'acme'], { APP_ID: '4242' }, print)).toBe(0)
  const { commands } = JSON.parse(lines[0] ?? '')
  expect(commands[0]).toMatch(/^echo '.*' \| gh api -X PUT orgs\/acme\/properties\/schema\/tdd-gate --input -$/)
  expect(commands[2]).toContain('orgs/acme/properties/values')
  const ruleset = JSON.parse(
    /^echo '(.*)' \| gh api -X POST orgs\/acme\/rulesets --input -$/.exec(commands[1])?.[1] ?? '',
  )
  expect(ruleset).toMatchObject({
    enforcement: 'active',
    conditions: {
      ref_name: { include: ['~DEFAULT_BRANCH'] },
      repository_property: { include: [{ name: 'tdd-gate', property_values: ['on'] }] },
    },
    rules: [
      { type: 'deletion' },
      { type: 'creation' },
      { parameters: { required_status_checks: [{ context: 'tdd-gate', integration_id: 4242 }] } },
    ],
  })
  for (const words of [['ruleset'], ['ruleset', "acme'; rm"]])
    expect(await runAdmin(words, { APP_ID: '4242' }, print)).toBe(2)
  expect(await runAdmin(['ruleset', 'acme'], {}, print)).toBe(2)
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
