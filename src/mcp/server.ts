/** Serves the operations as tools of the Model Context Protocol on standard input and output. */
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { OPERATIONS } from '../operations/index.ts'
import type { Definition, Operation } from '../operations/operation.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import { toErrorJson, toErrorText } from '../render/text/error.ts'
import { toProgressLine } from '../render/text/progress.ts'
import { noPaint } from '../render/text/table.ts'

const INSTRUCTIONS =
  'tdd-gate measures test-first work commit by commit. Start a task, call `next`, do what it says in one commit, and ' +
  'call `next` again until nothing is left. RED changes tests only; GREEN changes production code only.'
const PAGE = { width: Number.POSITIVE_INFINITY, paint: noPaint }

/**
 * Serves until the client closes the connection, or the signal is aborted.
 * @param version of the program
 */
export async function serve(signal: AbortSignal, version: string): Promise<void> {
  const handle = serveStdio(() => createServer(version))
  await new Promise<void>((done) => {
    process.stdin.once('end', done)
    process.stdin.once('close', done)
    signal.addEventListener('abort', () => done(), { once: true })
  })
  await handle.close()
}

/** Creates a server with one tool for each operation. */
export async function createServer(version: string): Promise<McpServer> {
  const server = new McpServer({ name: 'tdd-gate', version }, { instructions: INSTRUCTIONS })
  const offered = OPERATIONS.filter(({ isForPeople }) => !isForPeople)
  const definitions = await Promise.all(offered.map(({ load }) => load()))
  for (const [i, operation] of offered.entries()) {
    const definition = definitions[i]
    if (definition !== undefined) addTool(server, operation, definition)
  }
  return server
}

function addTool(server: McpServer, operation: Operation, definition: Definition): void {
  const { name, title, summary, details = '', effect } = operation
  const annotations = {
    readOnlyHint: effect === 'reads',
    destructiveHint: effect === 'destroys',
    idempotentHint: effect === 'reads',
    openWorldHint: false,
  }
  const description = `${summary[0]?.toUpperCase()}${summary.slice(1)}. ${details}`.trimEnd()
  const { input: inputSchema, output: outputSchema } = definition
  const config = { title, description, inputSchema, outputSchema, annotations }
  server.registerTool(name, config, (asked, context) => call(`tdd-gate ${name}`, definition, asked, context))
}

/** Runs an operation. An error is an answer too: its code, its message and the next command. */
async function call(
  called: string,
  { input, run }: Definition,
  asked: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    const { json, toText } = await run(input.parse(asked), toHooks(context))
    return { content: [{ type: 'text', text: toText(PAGE) }], structuredContent: { ...json } }
  } catch (error) {
    const text = toErrorText(error, called)
    return { isError: true, content: [{ type: 'text', text }], _meta: { ...toErrorJson(error, called) } }
  }
}

/** Progress goes to clients that asked for it; it has no known end, because later commits decide what runs. */
function toHooks({ mcpReq }: ServerContext): Hooks {
  const progressToken = mcpReq._meta?.progressToken
  let progress = 0
  const onProgress: Hooks['onProgress'] = (event) => {
    if (progressToken === undefined) return
    progress += 1
    const params = { progressToken, progress, message: toProgressLine(event) }
    void mcpReq.notify({ method: 'notifications/progress', params })
  }
  return { onProgress, signal: mcpReq.signal, isProgram: true }
}
