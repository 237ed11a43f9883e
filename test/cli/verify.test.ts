import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createProgress } from '../../src/cli/progress.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import type { ProgressEvent } from '../../src/render/text/progress.ts'
import { sha } from '../support/decision.ts'
import { runCli, STAGE } from '../support/run-cli.ts'
import { STATEMENT } from '../support/statement.ts'

const verify = (...args: string[]) => runCli(['verify', ...args], { entry: STAGE })

describe('the exit code says how it ended', () => {
  test.each([
    ['success', 0],
    ['failure', 1],
    ['unmeasurable', 3],
    ['in_progress', 4],
  ])('%s is %i', async (conclusion, code) => {
    const answer = await verify('--base', conclusion)
    expect(answer.code).toBe(code)
    expect(answer.stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^tdd-gate: ${conclusion} \\(`))
  })
})

test('every option reaches the operation under its own name', async () => {
  const { stdout } = await verify(
    ...['--repo', 'r', '--base', 'success', '--head', 'h', '--task', '42', '--sequence', 'pull-request'],
    ...['--config', 'c.yml', '--cache-dir', 'd', '--json'],
  )
  expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, conclusion: 'success' })
  const plain = await verify(
    '--repo',
    'r',
    '--head',
    'h',
    '--task',
    '42',
    '--sequence',
    'pull-request',
    '--cache-dir',
    'd',
  )
  expect(plain.stdout).toContain(
    'note: {"repo":"r","task":"42","sequence":"pull-request","cacheDir":"d","head":"h","verify":{"name":"verify","options":" --repo r --task 42 --sequence pull-request --cache-dir d"}}\n',
  )
})

test('the next step repeats what it was asked with, quoted for a shell', async () => {
  const { stdout } = await verify('--base', 'success', '--config', "it's mine.yml")
  expect(stdout).toContain(String.raw`{"name":"verify","options":" --base success --config 'it'\\''s mine.yml'"}`)
})

test('without a terminal, progress is plain lines on stderr', async () => {
  const { stderr } = await verify()
  expect(stderr).toBe('[1/2] aaaaaaaaa red 42.1 ... running 1 test file (run 1 of at most 2)\n')
})

test('with --quiet no progress is shown, and the answer is the same', async () => {
  const [quiet, usual] = [await verify('-q', '--base', 'failure'), await verify('--base', 'failure')]
  expect(quiet).toMatchObject({ code: 1, stderr: '' })
  expect(quiet.stdout).toBe(usual.stdout)
})

test('with --verbose the lists of findings are whole', async () => {
  const { stdout } = await verify('-v', '--base', 'many')
  expect(stdout).toContain('  test: a.test.ts > case 39\n')
  expect((await verify('--base', 'many')).stdout).toContain('  test: +37 more\n')
})

test('with --json stdout is one object and stderr is silent', async () => {
  const { code, stdout, stderr } = await verify('--json', '--base', 'failure')
  expect(code).toBe(1)
  expect(JSON.parse(stdout).conclusion).toBe('failure')
  expect(stderr).toBe('')
})

test('with --in-toto the statement alone is printed, as one line of JSON, and the exit code stays', async () => {
  const { code, stdout } = await verify('--in-toto', '--base', 'failure')
  expect(code).toBe(1)
  expect(stdout).toBe(`${canonical(STATEMENT)}\n`)
  const { statement, conclusion } = JSON.parse((await verify('--in-toto', '--json', '--base', 'failure')).stdout)
  expect([statement, conclusion]).toEqual([STATEMENT, 'failure'])
})

describe('errors', () => {
  test('errors name code, message and next step', async () => {
    const { code, stdout, stderr } = await verify('--base', 'refused')
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain('error [no-commits] Nothing between\n  base and head.\n  -> git log base..head\n')
  })

  test('are JSON where JSON was asked for', async () => {
    const { code, stdout, stderr } = await verify('--base', 'refused', '--json')
    expect(code).toBe(2)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      error: {
        code: 'no-commits',
        message: 'Nothing between\nbase and head.',
        reason: 'There is nothing between base and head.',
        suggestion: 'git log base..head',
      },
    })
  })

  test('errors of our own are never green and move no cursor', async () => {
    const { code, stdout, stderr } = await verify('--base', 'broken')
    expect(code).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toContain('error [internal] TypeError: x is not a function')
    expect(stderr).not.toContain('\u001b[2J')
  })
})

describe('an interruption', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('an interruption by %s lets the operation clean up and exits with %i', async (signal, code) => {
    let isSent = false
    const answer = await runCli(['verify', '--base', 'slow'], {
      entry: STAGE,
      onStderr: (text, child) => {
        if (isSent || !text.includes('running')) return
        isSent = true
        child.kill(signal)
      },
    })
    expect(answer.code).toBe(code)
    expect(answer.stdout).toBe('')
    expect(answer.stderr).toMatch(/cleaned up\ninterrupted\n$/)
  })
})

describe('a person at a terminal sees one line that is redrawn', () => {
  function terminal() {
    const written: string[] = []
    const stream = Object.assign(
      new Writable({
        write: (chunk, _, done) => {
          written.push(String(chunk))
          done()
        },
      }),
      { isTTY: true, columns: 60 },
    )
    return { stream, text: () => written.join('') }
  }
  const AT = { index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' } as const

  test('with the time that passed, never wider than the terminal, and it goes away at the end', () => {
    const { stream, text } = terminal()
    let now = 0
    const progress = createProgress({ stream, now: () => now })
    progress.show({ kind: 'test:run', ...AT, files: 1, attempt: 1, attempts: 2 })
    now = 65_000
    progress.show({ kind: 'test:run', ...AT, files: 1, attempt: 2, attempts: 2 })
    expect(text()).toContain('\u001b[1G')
    expect(text()).toContain('1m05s')
    for (const line of text().split(/\u001b\[1G|\u001b\[0K/)) expect(line.length).toBeLessThanOrEqual(60)
    progress.end()
    expect(text().endsWith('\u001b[1G\u001b[0K')).toBe(true)
    expect(text()).not.toContain('\n')
  })

  test('the last line says where the time went', () => {
    const { stream, text } = terminal()
    let now = 0
    const progress = createProgress({ stream, now: () => now })
    const showAfter = (ms: number, event: ProgressEvent) => {
      now += ms
      progress.show(event)
    }
    const green = { ...AT, index: 2, phase: 'green' } as const
    showAfter(200, { kind: 'test:run', ...AT, index: 0, phase: 'start', files: null, attempt: 1, attempts: 1 })
    showAfter(1_100, { kind: 'test:run', ...AT, files: 1, attempt: 1, attempts: 1 })
    showAfter(2_000, { kind: 'commit:judged', ...AT, verdict: 'accepted', passed: 0, failing: 1 })
    showAfter(0, { kind: 'test:run', ...green, files: null, attempt: 1, attempts: 1 })
    showAfter(1_000, { kind: 'test:trial', ...green, trial: 'emptied-production' })
    showAfter(3_000, { kind: 'test:trial', ...green, trial: 'taken-back' })
    showAfter(1_400, { kind: 'commit:judged', ...green, verdict: 'accepted', passed: 4, failing: 0 })
    progress.end()
    expect(text()).toContain('0 of 2 from cache, 8s: base 1.1, red 2.0, green 1.0, trials 4.4\n')
  })

  test('notes stay above it', () => {
    const { stream, text } = terminal()
    const progress = createProgress({ stream, now: () => 0 })
    progress.show({ kind: 'note', text: 'vitest was detected' })
    progress.end()
    expect(text()).toContain('vitest was detected\n')
  })
})
