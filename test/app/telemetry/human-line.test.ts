/** The log as a person reads it on a terminal. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toHumanLine } from '../../../src/app/telemetry/human-line.ts'

const line = (fields: object) => `${JSON.stringify({ level: 'info', time: '2026-11-30T17:34:11.120Z', ...fields })}\n`

test.each([
  [
    {
      msg: 'event handled',
      delivery: 'd1',
      id: 'd1/2',
      key: 'k',
      repository: 'acme/shop',
      kind: 'pull-request',
      ms: 120,
    },
    '17:34:11 event handled  repository: acme/shop, kind: pull-request, ms: 120\n',
  ],
  [
    { msg: 'event handled', verdicts: ['#2 at 0e88faadd: failure, green-keeps-tests'] },
    '17:34:11 event handled  verdicts: #2 at 0e88faadd: failure, green-keeps-tests\n',
  ],
  [{ level: 'error', msg: 'not started', error: 'a\nb\u001b[31m' }, /^17:34:11 ERROR not started {2}error: a b\S*\n$/],
  [{ msg: 'listening' }, '17:34:11 listening\n'],
])('a line has its time, its level where it is none of all days, and its fields: %j', (fields, expected) => {
  const text = toHumanLine(line(fields))
  if (typeof expected === 'string') expect(text).toBe(expected)
  else expect(text).toMatch(expected)
  expect(text).not.toContain('\u001b')
})

test('what is no line of the log stays as it is', () => {
  expect(toHumanLine('no JSON\n')).toBe('no JSON\n')
})

test.skipIf(spawnSync('script', ['--version']).status !== 0)(
  'a terminal gets it, unless it asks for JSON; a pipe gets JSON',
  () => {
    const code =
      "import { flushLog, openLog } from './src/app/telemetry/log.ts'; openLog('info')('info', 'listening', { port: 3000 }); flushLog()"
    const node = `'${process.execPath}' --input-type=module --eval "${code}"`
    const onTerminal = (env: Readonly<Record<string, string>>) =>
      spawnSync('script', ['-qec', node, '/dev/null'], { encoding: 'utf8', env: { ...process.env, ...env } }).stdout
    expect(onTerminal({})).toMatch(/^\d\d:\d\d:\d\d listening {2}port: 3000\r?\n$/)
    expect(JSON.parse(onTerminal({ LOG_FORMAT: 'json' }))).toMatchObject({ msg: 'listening', port: 3000 })
    const piped = spawnSync('sh', ['-c', node], { encoding: 'utf8' }).stdout
    expect(JSON.parse(piped)).toMatchObject({ msg: 'listening' })
  },
)
