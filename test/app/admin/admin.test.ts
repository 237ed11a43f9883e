/** What operators ask of the store. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAdmin } from '../../../src/app/admin/admin.ts'
import { openQueue } from '../../../src/app/queue/sqlite.ts'
import { drain, place } from '../queue/conformance.ts'
import { Refusal, request, toVerdict } from '../queue/jobs.ts'

/** A store with three dead letters, and verdicts of two pull requests. */
async function prepare() {
  const file = join(place(), 'store.sqlite')
  {
    await using queue = openQueue(file)
    for (const id of ['a', 'b', 'c']) await queue.accept(request(id))
    await drain(queue, () => Promise.reject(new Refusal('never')))
    for (const number of [5, 6]) await queue.audit.append(toVerdict(number), `d${number}`)
  }
  return async (...words: readonly string[]) => {
    const lines: string[] = []
    const code = await runAdmin(words, { TDD_GATE_STORE: file }, (line) => lines.push(line))
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

const badUsage = (error: string, next: string) => [
  2,
  [{ level: 'error', code: 'bad-usage', error, next: expect.stringContaining(next) }],
]

test.each([
  [[], 'A command is missing.', 'admin dead | retry <id>...'],
  [['unknown'], '`unknown` is not a command for operators.', 'admin dead | retry <id>...'],
  [['constructor'], '`constructor` is not a command for operators.', 'move --from <place> --to <place>'],
  [['retry'], 'An argument is missing: the id of a dead letter, or --all.', 'admin retry <id>... | --all'],
  [['drop'], 'An argument is missing: the id of a dead letter, or --all.', 'admin drop <id>... | --all'],
  [['explain', 'acme'], '`acme` is not a pull request, such as acme/shop#12.', 'admin explain <owner>/<repo>#<number>'],
  [['explain'], 'An argument is missing: a pull request, such as acme/shop#12.', 'admin explain <owner>/<repo>'],
  [['audit', 'x'], '`x` is not the number of an entry.', 'admin audit [<number>]'],
  [['replay'], 'An argument is missing: the id of a delivery.', 'admin replay <delivery>'],
  [['backup'], 'An argument is missing: a new file.', 'admin backup <file>'],
  [['move'], 'An argument is missing: --from.', 'admin move --from <place> --to <place>'],
  [['move', '--from', 'a'], 'An argument is missing: --to.', 'admin move --from <place>'],
  [['move', '--from', 'a', '--to', 'a'], '`a` is not another place than the source.', 'admin move --from <place>'],
  [['move', '--form', 'a'], "Unknown option '--form'.", 'admin move --from <place>'],
  [['move', 'a', 'b'], "Unexpected argument 'a'.", 'admin move --from <place>'],
])('a command that is not understood changes nothing, and says what is wrong: %j', async (words, error, next) => {
  const admin = await prepare()
  const { code, lines } = await admin(...words)
  expect([code, lines]).toEqual(badUsage(error, next))
  expect((await admin('dead')).lines).toHaveLength(3)
})

test.each(['retry', 'drop'])('%s of an unknown id is an error, and nothing is done for the others', async (name) => {
  const admin = await prepare()
  const { code, lines } = await admin(name, 'a', 'nowhere')
  expect([code, lines]).toEqual(badUsage('`nowhere` is not the id of a dead letter.', 'admin dead'))
  expect((await admin('dead')).lines).toHaveLength(3)
})

test.each(['retry', 'drop'])('%s takes ids or --all, and refuses both together', async (name) => {
  const admin = await prepare()
  const { code, lines } = await admin(name, 'a', '--all')
  expect([code, lines]).toEqual(badUsage('`a` is not an argument beside --all.', `admin ${name} <id>... | --all`))
  expect((await admin('dead')).lines).toHaveLength(3)
})

test('a backup overwrites no file, and says so', async () => {
  const [admin, file] = [await prepare(), join(place(), 'copy.sqlite')]
  expect(await admin('backup', file)).toEqual({ code: 0, lines: [{ backup: file }] })
  const { code, lines } = await admin('backup', file)
  expect([code, lines]).toMatchObject([
    3,
    [
      {
        code: 'bad-store',
        error: `The backup ${file} cannot be written: the file exists.`,
        next: 'Name a new file: admin backup <file>',
      },
    ],
  ])
  expect((await admin('backup', join(place(), 'none', 'copy.sqlite'))).lines).toMatchObject([
    { error: expect.stringMatching(/cannot be written: ENOENT/), next: 'Name a new file: admin backup <file>' },
  ])
})

test('the command for a backup of PostgreSQL leaves out what the App caches, as the documentation says', async () => {
  const lines: string[] = []
  const code = await runAdmin(['backup', 'x.dump'], { DATABASE_URL: 'postgres://gate@db/gate' }, (line) =>
    lines.push(line),
  )
  const documented = /`(pg_dump --schema=.*)`/.exec(readFileSync('docs/how-to/operate-app.md', 'utf8'))?.[1]
  expect(code).toBe(2)
  expect(JSON.parse(lines[0] ?? '').next).toBe(documented?.replace('tdd-gate.dump', 'x.dump'))
})

test('a store that does not exist is not created', async () => {
  const file = join(place(), 'store.sqlite')
  const lines: string[] = []
  expect(await runAdmin(['dead'], { TDD_GATE_STORE: file }, (line) => lines.push(line))).not.toBe(0)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: expect.stringContaining('does not exist'),
    next: expect.stringContaining('export TDD_GATE_STORE=<file>'),
  })
  expect(existsSync(file)).toBe(false)
})

test.each([
  [
    'refused',
    'postgres://gate@127.0.0.1:1/gate',
    /ECONNREFUSED/,
    /^Start the database, or correct the host and the port in DATABASE_URL, or in the place that you named/,
  ],
  [
    'of an unknown host',
    'postgres://gate@no-host.invalid/gate',
    /ENOTFOUND|EAI_AGAIN/,
    /^Start the database, or correct/,
  ],
])(
  'a connection to the database that is %s says what helps, wherever the address is from',
  async (_, url, why, next) => {
    const lines: string[] = []
    expect(await runAdmin(['dead'], { DATABASE_URL: url }, (line) => lines.push(line))).toBe(3)
    expect(await runAdmin(['move', '--from', url, '--to', 'x'], {}, (line) => lines.push(line))).toBe(3)
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        code: 'bad-store',
        error: expect.stringMatching(why),
        next: expect.stringMatching(next),
      })
  },
)

test('a move from nowhere names no setting of the App', async () => {
  const lines: string[] = []
  expect(await runAdmin(['move', '--from', 'nowhere', '--to', 'x'], {}, (line) => lines.push(line))).toBe(3)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: expect.stringContaining('does not exist'),
    next: expect.stringMatching(/^Name the file of a store: admin move --from <place>/),
  })
})

test.each([
  ['DATABSE_URL', 'dead', 'DATABASE_URL'],
  ['TDD_GATE_STOER', 'audit', 'TDD_GATE_STORE'],
  ['TDD_GATE_STOER', 'ruleset', 'TDD_GATE_STORE'],
])(
  'a misspelt %s is named beside what `admin %s` prints, as at the start of the App',
  async (variable, name, meant) => {
    const [lines, warnings]: [string[], string[]] = [[], []]
    const print = (line: string) => lines.push(line)
    await runAdmin([name], { [variable]: 'x' }, print, (line) => warnings.push(line))
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'setting without effect',
        variable,
        next: `export ${meant}=<value>`,
      }),
    ])
    expect(lines.join('')).not.toContain(variable)
  },
)
