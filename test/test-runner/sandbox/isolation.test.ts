import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PreparedHome } from '../../../src/test-runner/sandbox/sandbox.ts'
import { getFolder } from '../../support/folder.ts'
import { CONFIG, createMeasurerState, nodeTests } from '../../support/measuring.ts'
import { end, until } from '../../support/processes.ts'
import { getReplayer, startRecording, WHOLE } from '../../support/recording.ts'
import { createSandboxWorld, getName, strategiesHere } from '../../support/sandboxes.ts'

const strategies = await strategiesHere()
const support = (name: string) => join(import.meta.dirname, '../../support', name)
const PASSING = { 'package.json': '{"type":"module"}', 'a.test.js': nodeTests({ a: true }) }

describe('an execution says how it was kept apart', () => {
  test.skipIf(strategies.length === 0)('namespaces, where the machine has them', async () => {
    await using bench = await createMeasurerState()
    expect(await bench.measure(PASSING)).toMatchObject({ isolation: 'namespaces' })
    expect(bench.measurer.notes().join()).not.toContain('Executions could')
  })

  test('none where the policy switched it off, with a note', async () => {
    await using bench = await createMeasurerState({ config: { ...CONFIG, isolation: 'off' } })
    expect(await bench.measure(PASSING)).toMatchObject({ isolation: 'none' })
    expect(bench.measurer.notes().join()).toContain('policy.isolation is off')
  })

  test.each([
    ['required', 'isolation-unavailable'],
    ['preferred', 'user'],
    ['off', 'none'],
    ['preferred', 'isolation-unavailable', 'none'],
    ['off', 'isolation-unavailable', 'none'],
  ])('without bubblewrap and unshare, %s comes to %s', (policy, expected, network = 'host') => {
    const words = [support('open-sandbox.ts'), policy, getFolder({}), network]
    expect(execFileSync(process.execPath, words, { env: { PATH: '/nowhere' } }).toString()).toBe(expected)
  })
})

test('a recording made without namespaces is refused where they are required', async () => {
  const { folder, recorder } = startRecording()
  await using bench = await createMeasurerState({ recorder, config: { ...CONFIG, isolation: 'off' } })
  await bench.measure(PASSING)
  recorder.end(null)
  const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  const replayed = async (isolation: 'required' | 'preferred') =>
    (await getReplayer(bench.repo.dir, [folder], { config: { shards: 1, isolation } })).execute(tree, WHOLE)
  expect(await replayed('preferred')).toMatchObject({ problems: [], isolation: 'none' })
  expect((await replayed('required')).problems).toMatchObject([
    { code: 'not-recorded', message: expect.stringContaining('requires namespaces') },
  ])
})

describe.each(strategies.map((strategy) => [getName(strategy), strategy] as const))('%s', (_, strategy) => {
  test('a runtime finds its control group where the kernel says it is', async () => {
    using world = createSandboxWorld(strategy)
    const { out } = await world.run('cat /proc/self/cgroup')
    expect(out.trim()).toBe(readFileSync('/proc/self/cgroup', 'utf8').trim())
  })

  test('an overlay works where names of folders contain commas and colons', async () => {
    const root = getFolder({
      'a,b:c/packages/node_modules/a,b:c/index.js': 'export {}\n',
      'a,b:c/scratch/tree/app.js': '',
    })
    const folder = join(root, 'a,b:c/scratch')
    using world = createSandboxWorld(strategy, { folder, tree: join(folder, 'tree') })
    const at = world.sandbox.places.checkout
    const from = [join(root, 'a,b:c/packages')]
    const mounts = [{ kind: 'overlay', from, at, parts: ['node_modules'], changes: null } as const]
    const { out } = await world.run('ls; ls node_modules; touch node_modules/new && echo written', { mounts })
    expect(out).toBe('app.js\nnode_modules\na,b:c\nwritten\n')
  })

  test('what works without it works in it', async () => {
    using world = createSandboxWorld(strategy)
    const { out, exitCode } = await world.run(
      'set -e; pwd; echo x > file; mkdir -p $HOME/.config; git init -q $TMPDIR/r; cd $TMPDIR/r; git -c user.name=a -c user.email=b commit -q --allow-empty -m x; cat $HOME/.npm/_cacache/entry; git config user.name; grep registry $HOME/.npmrc; exit 7',
    )
    expect(out).toContain(`${world.sandbox.places.checkout}\n`)
    expect(out).toContain('cached')
    expect(out).toContain('Mona')
    expect(out).toContain('registry=https://example.com/')
    expect(exitCode).toBe(7)
    expect(readFileSync(join(world.tree, 'file'), 'utf8')).toBe('x\n')
  })

  test('a set-up and what runs after it read the settings of HOME, unless the set-up wrote its own', async () => {
    using world = createSandboxWorld(strategy)
    const folder = join(world.folder, 'result')
    for (const name of ['home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
    const run = async (command: string, isWritable: boolean) =>
      (await world.run(command, { prepared: { folder, isWritable } })).out.trim()
    const evaluation = 'git config user.name; grep registry $HOME/.npmrc'
    expect(await run(evaluation, true)).toBe('Mona\nregistry=https://example.com/')
    expect(await run(evaluation, false)).toBe('Mona\nregistry=https://example.com/')
    await run('git config --global user.name Own', true)
    expect(await run(evaluation, true)).toBe('Own\nregistry=https://example.com/')
    expect(await run(evaluation, false)).toBe('Own\nregistry=https://example.com/')
  })

  test('tests see settings beside programs without their passwords, and a set-up sees all', async () => {
    const env = getFolder({
      'pip.conf': '[global]\nindex-url=https://me:S3CRET@host/\ntimeout=3\n',
      'bin/tool': 'shown',
    })
    using world = createSandboxWorld(strategy, { source: { ...process.env, VIRTUAL_ENV: env } })
    const folder = join(world.folder, 'result')
    for (const name of ['home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
    const see = async (prepared: PreparedHome | null) =>
      (await world.run(`cat ${env}/pip.conf ${env}/bin/tool`, { prepared })).out
    expect(await see(null)).toBe('[global]\ntimeout=3\nshown')
    expect(await see({ folder, isWritable: true })).toContain('S3CRET')
    expect(await see({ folder, isWritable: false })).toBe('[global]\ntimeout=3\nshown')
  })

  test('what a set-up changed in a cache of HOME is there, also where its result is kept in HOME', async () => {
    using world = createSandboxWorld(strategy)
    const folder = join(world.home, '.cache/tdd-gate/kept')
    for (const name of ['home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
    const first = 'echo new > $HOME/.npm/_cacache/new; echo x > $HOME/tool'
    expect(await world.run(first, { prepared: { folder, isWritable: true } })).toMatchObject({ exitCode: 0, out: '' })
    const next = 'cd $HOME; cat .npm/_cacache/entry .npm/_cacache/new tool; echo y > .npm/_cacache/new'
    for (const _ of [1, 2]) {
      const { out } = await world.run(next, { prepared: { folder, isWritable: false } })
      expect(out).toBe('cachednew\nx\n')
    }
    expect(readdirSync(join(world.home, '.npm/_cacache'))).toEqual(['entry'])
  })

  test('a set-up may replace the installed node that runs the gate, as `npm ci` does', async () => {
    const top = getFolder({ 'node_modules/node-bin/bin/node': '', 'node_modules/.bin/x': '' })
    const node = join(top, 'node_modules/node-bin/bin/node')
    copyFileSync('/bin/sh', node)
    chmodSync(node, 0o755)
    symlinkSync('../node-bin/bin/node', join(top, 'node_modules/.bin/node'))
    const PATH = [join(top, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
    using world = createSandboxWorld(strategy, { top, node, source: { PATH, HOME: getFolder({}) } })
    const folder = join(world.folder, 'result')
    for (const name of ['home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
    const setup = 'rm -rf node_modules && mkdir -p node_modules/node-bin/bin'
    expect(await world.run(setup, { prepared: { folder, isWritable: true } })).toMatchObject({ exitCode: 0, out: '' })
  })

  test('a time-out ends everything in it', async () => {
    using world = createSandboxWorld(strategy)
    const ended = await world.run('(setsid sleep 4711 &); sleep 4711', { timeoutMs: 1_000 })
    expect(ended.isTimedOut).toBe(true)
    expect(isRunning('sleep\0' + '4711')).toBe(false)
  })

  test('everything in it ends when the recorder is killed', async () => {
    const word = `48${Math.floor(Math.random() * 1e6)}`
    const host = spawn(
      process.execPath,
      [support('run-in-sandbox.ts'), strategy.tool, `(setsid sleep ${word} &); sleep ${word}`],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    onTestFinished(() => end(host))
    await until('the command to start', () => isRunning(`sleep\0${word}`), host)
    await end(host)
    await until('the command to end', () => !isRunning(`sleep\0${word}`))
  })

  test('without a network, its own loopback is all there is', async () => {
    using world = createSandboxWorld(strategy, { network: 'none' })
    const { out } = await world.run('cat /proc/net/dev | tail -n +3 | cut -d: -f1')
    expect(out.trim().split(/\s+/)).toEqual(['lo'])
  })

  test('a process that takes too much memory ends, and the machine does not', async () => {
    using world = createSandboxWorld(strategy)
    const { exitCode, out } = await world.run("/usr/bin/python3 -c 'bytearray(1 << 40)'")
    expect([exitCode, out]).toEqual([1, expect.stringContaining('MemoryError')])
  })
})

/** Whether a process of this machine has these arguments. */
function isRunning(words: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(words)
    } catch {
      return false
    }
  })
}
