/** A scripted agent that knows only its next step: tasks through three doors, over failed attempts and a kill. */
import { chmodSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { getFolder } from '../../support/folder.ts'
import { createRepository, type Files, type TestRepository } from '../../support/repository.ts'
import { BIN, runCli } from '../../support/run-cli.ts'
import { nodeTest, SHOP } from '../../support/shop.ts'

const VITEST_SHOP: Files = {
  '.gitignore': 'node_modules\n',
  'package.json':
    '{ "name": "shop", "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "*" } }\n',
}

const open = { status: 'pending', dependencies: [] }
const DOCUMENT = '.taskmaster/tasks/tasks.json'
const getTasks = (...titles: readonly string[]) => {
  const subtasks = titles.map((title, index) => ({ ...open, id: index + 1, title }))
  return JSON.stringify({ master: { tasks: [{ ...open, id: 7, title: 'Prices', subtasks }] } })
}
const getGreen = (n: number, by = n): Files => ({ [`src/part${n}.js`]: `export const part = (x) => x / ${by}\n` })
const DIVISORS: Readonly<Record<string, number>> = { '7.1': 2, '7.2': 3 }

interface Unit {
  readonly phase: string
  readonly subtask: string
}

/** What the agent writes for a step. */
function work({ phase, subtask: id }: Unit): Files {
  const n = DIVISORS[id] ?? 0
  const body = { divides: `assert.equal(part(60), ${60 / n})` }
  return phase === 'red' ? { [`test/part${n}.test.js`]: nodeTest(`../src/part${n}.js`, 'part', body) } : getGreen(n)
}

const VITEST_RED: Files = {
  'test/part4.test.js': `import { expect, test } from 'vitest'
import { part } from '../src/part4.js'

test('divides', () => expect(part(60)).toBe(15))
`,
}
const toShell = (files: Files) =>
  Object.entries(files)
    .map(([path, text]) => `cat > ${path} <<'END'\n${String(text)}END`)
    .join('\n')
/** Its first try is wrong; the prompt after it says what the test got. */
const AGENT = `#!/bin/sh
mkdir -p src test
case "$(cat)" in
  *"red 7.1"*) ${toShell(VITEST_RED)}
  ;;
  *"green 7.1"*"expected 20 to be 15"*) ${toShell(getGreen(4))}
  ;;
  *"green 7.1"*) ${toShell(getGreen(4, 3))}
  ;;
  *) exit 9;;
esac
`

async function openShop(project: Files, ...titles: readonly string[]) {
  const repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...project, [DOCUMENT]: getTasks(...titles) })
  const folder = getFolder({ agent: AGENT })
  chmodSync(join(folder, 'agent'), 0o755)
  const env = { TDD_GATE_CACHE: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state') }
  const dispose = () => repo[Symbol.asyncDispose]()
  return { repo, folder, options: { cwd: repo.dir, env }, [Symbol.asyncDispose]: dispose }
}

async function getPhases(repo: TestRepository): Promise<string> {
  const phases = await repo.git('log', '--reverse', '--format=%(trailers:key=Phase,valueonly,separator=)', 'main..HEAD')
  return phases.split('\n').join(' ')
}

test('an agent takes a Task Master task to a green branch over CLI and MCP, over a failed attempt and a kill', async () => {
  await using shop = await openShop(SHOP, 'Halves', 'Thirds')
  const { repo, folder, options } = shop
  const ask = async (): Promise<Unit> => JSON.parse((await runCli(['next', '--json'], options)).stdout).next

  expect(await runCli(['start', DOCUMENT], options)).toMatchObject({ code: 0 })
  expect(await ask()).toMatchObject({ phase: 'red', subtask: '7.1' })
  await repo.write(work({ phase: 'red', subtask: '7.1' }))
  const killed = await runCli(['commit'], { ...options, onStderr: (_, child) => child.kill('SIGKILL') })
  expect(killed.signal).toBe('SIGKILL')
  expect(await ask()).toMatchObject({ phase: 'red', subtask: '7.1' })
  expect(await runCli(['commit'], options)).toMatchObject({ code: 0 })
  await repo.write(getGreen(2, 3))
  const attempt = await runCli(['commit'], options)
  expect(attempt).toMatchObject({ code: 4, stdout: expect.stringContaining('20 !== 30') })
  await repo.write(work({ phase: 'green', subtask: '7.1' }))
  expect(await runCli(['commit'], options)).toMatchObject({ code: 0 })

  const client = new Client({ name: 'an agent', version: '1.0.0' })
  const variables = { PATH: process.env['PATH'] ?? '', HOME: folder, ...options.env }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], cwd: repo.dir, env: variables }),
  )
  for (const phase of ['red', 'green']) {
    const { structuredContent } = await client.callTool({ name: 'autopilot_next', arguments: {} })
    const { next } = structuredContent as { readonly next: Unit }
    expect(next).toMatchObject({ phase, subtask: '7.2' })
    await repo.write(work(next))
    const done = await client.callTool({ name: 'commit', arguments: {} })
    expect(done.structuredContent).toMatchObject({ verdict: 'accepted', commit: expect.any(String) })
  }
  await client.close()

  expect(await runCli(['verify'], options)).toMatchObject({ code: 0 })
  expect(await getPhases(repo)).toBe('start red green red green')
})

test('`run` leads an agent with real Vitest from the default branch to a green one, over a failed attempt', async () => {
  await using shop = await openShop(VITEST_SHOP, 'Fourths')
  const { repo, folder, options } = shop
  symlinkSync(resolve('node_modules'), join(repo.dir, 'node_modules'))
  const { code, stdout } = await runCli(['run', '7', '--agent', join(folder, 'agent'), '--no-confirm'], options)
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^done after 3 steps: nothing is left to do/),
  })
  expect(await runCli(['verify'], options)).toMatchObject({ code: 0 })
  expect(await getPhases(repo)).toBe('start red green green')
})

test('an agent that changes nothing ends the run after two calls', async () => {
  await using shop = await openShop(SHOP, 'Halves')
  await runCli(['start', DOCUMENT], shop.options)
  const { code, stdout } = await runCli(['run', '--agent', 'true'], shop.options)
  expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringMatching(/^idle after 2 steps/) })
})
