/** Serves the operations over the Model Context Protocol on standard input and output. */
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { OPERATIONS } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { followRequests } from './answered.ts'
import { addPrompts, addResources } from './context.ts'
import { addTools } from './tools.ts'
import { SHARED_INPUTS } from './wire.ts'

const INSTRUCTIONS =
  'tdd-gate measures test-first work commit by commit. Start a task, call `next`, do what it says in one commit, and ' +
  'call `next` again until nothing is left. RED changes tests only; GREEN changes production code only. ' +
  `Tools that work on a branch share these inputs: ${SHARED_INPUTS}. ` +
  'Tools called `autopilot_*` take `projectRoot` for `repo`, and decide nothing by claimed numbers.'

/**
 * Serves until the client closes the connection and has its answers, or the signal is aborted.
 * @param version of the program
 */
export async function serve(signal: AbortSignal, version: string): Promise<void> {
  const input = new PassThrough()
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => (isJson(line) ? input.write(`${line}\n`) : process.stdout.write(NO_JSON)))
  const transport = new StdioServerTransport(input, process.stdout)
  const handle = serveStdio(() => createServer(version), { transport })
  const answered = followRequests(transport)
  await new Promise<void>((done) => {
    lines.once('close', done)
    signal.addEventListener('abort', () => done(), { once: true })
  })
  // What was read last is handled first.
  await setImmediate()
  const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  if (!signal.aborted) await Promise.race([answered(), stopped])
  await handle.close()
}

/** The library skips such a line, and its sender would wait for an answer. */
const NO_JSON = `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } })}\n`

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return line.trim() === ''
  }
}

/** Creates a server with a tool for each operation, its resources and its prompts. */
export async function createServer(version: string, all: readonly Operation[] = OPERATIONS): Promise<McpServer> {
  const server = new McpServer({ name: 'tdd-gate', version }, { instructions: INSTRUCTIONS })
  const operations = all.filter(({ isForPeople }) => !isForPeople)
  const offered = await Promise.all(
    operations.map(async (operation) => ({ operation, definition: await operation.load() })),
  )
  addTools(server, offered)
  addResources(server, offered)
  addPrompts(server, offered)
  return server
}
