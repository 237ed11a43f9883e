import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProcess } from '../../../src/test-runner/process/process.ts'
import { getSharedFolder } from '../../support/folder.ts'
import { isAlive, untilDead, untilFile } from '../../support/processes.ts'

const directory = getSharedFolder({})
const env = { PATH: process.env['PATH'] ?? '' }
const run = (command: string | readonly string[], more: Partial<Parameters<typeof runProcess>[0]> = {}) =>
  runProcess({ command, directory, env, timeoutMs: 20_000, ...more })

test('a shell command gives its exit code and both streams', async () => {
  const done = await run('echo out; echo err >&2; exit 3')
  expect(done).toMatchObject({ exitCode: 3, signal: null, isTimedOut: false, missingCommand: null })
  expect(done.stdoutTail).toBe('out\n')
  expect(done.stderrTail).toBe('err\n')
  expect(done.durationMs).toBeGreaterThan(0)
})

test('an argument list is passed without a shell', async () => {
  expect((await run([process.execPath, '-p', 'process.argv[1]', '$(id); *'])).stdoutTail).toBe('$(id); *\n')
})

test('the process sees the given environment and folder only', async () => {
  const done = await run('pwd; echo "[$HOME]"', { env: { PATH: env.PATH } })
  expect(done.stdoutTail.split('\n').slice(0, 2)).toEqual([directory, '[]'])
})

test('a process that kills itself is reported with its signal', async () => {
  expect(await run([process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'])).toMatchObject({
    exitCode: null,
    signal: 'SIGKILL',
  })
})

test.each([
  ["echo '/usr/bin/python3: No module named pytest' >&2; exit 1", 'pytest'],
  ["echo '/home/ada/.venv/bin/python3.12: No module named pytest' >&2; exit 1", 'pytest'],
  ["echo 'Error: No module named pytest' >&2; exit 1", null],
  ["echo '/usr/bin/python3: No module named pytest' >&2", null],
])('a module that Python cannot run is a missing command: %s', async (command, missing) => {
  expect((await run(command)).missingCommand).toBe(missing)
})

test.each([
  ['a shell word', 'no-such-runner --run'],
  ['an argument list', ['no-such-runner', '--run']],
])('a command that does not exist is named: %s', async (_, command) => {
  expect((await run(command)).missingCommand).toBe('no-such-runner')
})

test('a command that says 127 without a missing word is only a failure', async () => {
  expect(await run('exit 127')).toMatchObject({ exitCode: 127, missingCommand: null })
})

test('a time-out ends the whole group, even what ignores the polite signal', async () => {
  const started = join(directory, 'stubborn')
  const done = await run(`trap "" TERM; sleep 60 & echo $! > ${started}; wait; sleep 60`, {
    timeoutMs: 2_000,
    graceMs: 200,
  })
  expect(done.isTimedOut).toBe(true)
  await untilDead(Number(readFileSync(started, 'utf8')))
})

test('a daemon left behind dies with its parent and its pipe does not hold us up', async () => {
  const left = join(directory, 'daemon')
  const done = await run(`sleep 60 & echo $! > ${left}; exit 0`)
  expect(done.exitCode).toBe(0)
  expect(done.durationMs).toBeLessThan(30_000)
  await untilDead(Number(readFileSync(left, 'utf8')))
})

test('only the end of a long output is kept, all of it is in the log', async () => {
  const log = join(directory, 'log')
  const done = await run([process.execPath, '-e', 'process.stdout.write("x".repeat(3e6) + "end")'], { log })
  expect(done.stdoutTail.length).toBe(256 * 1024)
  expect(done.stdoutTail.endsWith('xend')).toBe(true)
  expect(readFileSync(log, 'utf8').length).toBe(3_000_003)
})

test('an abort ends the group and is thrown as its own reason', async () => {
  const controller = new AbortController()
  const started = join(directory, 'aborted')
  const running = run(`echo $$ > ${started}.tmp; mv ${started}.tmp ${started}; sleep 60`, { signal: controller.signal })
  await untilFile(started)
  controller.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await untilDead(Number(readFileSync(started, 'utf8')))
})

test('what was aborted before it began never starts', async () => {
  const mark = join(directory, 'never')
  await expect(run(`touch ${mark}`, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early')
  expect(existsSync(mark)).toBe(false)
})

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'when our own process gets %s, the child that runs dies, after others have ended',
  async (signal) => {
    const started = join(directory, `child-${signal}`)
    // The child may be quicker than its host, which watches over it only once the call that started it has returned.
    const tracked = join(directory, `watched-${signal}`)
    const script = join(directory, 'host.ts')
    writeFileSync(
      script,
      `import { runProcess } from ${JSON.stringify(join(import.meta.dirname, '../../../src/test-runner/process/process.ts'))}
     import { existsSync, writeFileSync } from 'node:fs'
     const request = { directory: ${JSON.stringify(directory)}, env: process.env, timeoutMs: 60000 }
     await Promise.all(['true', 'exit 1', 'no-such-command'].map((command) => runProcess({ ...request, command })))
     setInterval(() => existsSync(${JSON.stringify(started)}) && writeFileSync(${JSON.stringify(tracked)}, ''), 5)
     await runProcess({ command: ${JSON.stringify(`trap "" TERM INT; echo $$ > ${started}.tmp; mv ${started}.tmp ${started}; sleep 60; sleep 60`)}, ...request })`,
    )
    const { spawn } = await import('node:child_process')
    const host = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] })
    await untilFile(tracked, host)
    const child = Number(readFileSync(started, 'utf8'))
    expect(isAlive(child)).toBe(true)
    host.kill(signal)
    await untilDead(child)
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'])(
  'a child that ends us with %s before we look does not outlive us',
  async (signal) => {
    const started = join(directory, `quick-${signal}`)
    const script = join(directory, `quick-${signal}.ts`)
    const command = `echo $$ > ${started}.tmp; mv ${started}.tmp ${started}; kill -${signal.slice(3)} $PPID; trap "" TERM INT HUP; sleep 60; sleep 60`
    writeFileSync(
      script,
      `import { runProcess } from ${JSON.stringify(join(import.meta.dirname, '../../../src/test-runner/process/process.ts'))}
     await runProcess({ command: ${JSON.stringify(command)}, directory: ${JSON.stringify(directory)}, env: process.env, timeoutMs: 60000 })`,
    )
    const { spawn } = await import('node:child_process')
    spawn(process.execPath, [script], { stdio: 'ignore' })
    await untilFile(started)
    await untilDead(Number(readFileSync(started, 'utf8')))
  },
)
