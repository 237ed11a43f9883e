/**
 * Drives `tdd-gate mcp` with the official MCP inspector: `npm run test:tools`. Not part of `npm test`: the inspector
 * brings 120 packages of 110 MB, most of them for its own pages.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { OPERATIONS } from '../../src/operations/index.ts'
import { createRepository } from '../support/repository.ts'
import { BIN } from '../support/run-cli.ts'
import { RED, SHOP } from '../support/shop.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const MAX_BUFFER = 10_000_000

await using repo = await createRepository()
await repo.commit('base', SHOP)
await repo.branch('work')
await repo.commit('test: discounts\n\nPhase: red\n', RED)

/** One call in a process of its own, as the inspector works. */
async function ask(method: string, ...options: readonly string[]) {
  const server = [process.execPath, BIN, 'mcp']
  const args = ['--yes', INSPECTOR, '--cli', ...server, '--cwd', repo.dir, '--method', method, ...options]
  const startedAt = performance.now()
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: MAX_BUFFER })
  process.stdout.write(`${method} ${options.at(-1) ?? ''}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
  return JSON.parse(stdout)
}

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)

// With `--strict` the inspector fails on a schema that clients cannot use.
const { tools } = await ask('tools/list', '--strict')
const offered = OPERATIONS.filter(({ isForPeople }) => isForPeople !== true).map(({ name }) => name)
assert.deepEqual(
  offered.filter((name) => !names(tools).includes(name)),
  [],
)
const next = await ask('tools/call', '--tool-name', 'next')
assert.equal(next.structuredContent.next.action, 'make-tests-pass')
const status = await ask('tools/call', '--tool-name', 'status')
assert.match(status.content[0].text, /\$ tdd-gate next/)
const { resources } = await ask('resources/list')
assert.deepEqual(names(resources), ['plan', 'work-unit', 'evidence'])
const unit = await ask('resources/read', '--uri', 'tdd-gate://work-unit')
assert.equal(JSON.parse(unit.contents[0].text).next.phase, 'green')
const { prompts } = await ask('prompts/list')
assert.ok(['red', 'green', 'refactor'].every((name) => names(prompts).includes(name)))
const prompt = await ask('prompts/get', '--prompt-name', 'green')
assert.match(prompt.messages[0].content.text, /make-tests-pass/)
process.stdout.write('the inspector read tools, resources and prompts\n')
