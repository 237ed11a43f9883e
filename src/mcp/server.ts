/** Serves the operations as tools of the Model Context Protocol on standard input and output. */
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Hooks } from '../operations/verify/progress.ts'
import { toErrorJson, toErrorText } from '../render/text/error.ts'
import { toProgressLine } from '../render/text/progress.ts'
import { OPERATIONS, type Operation } from './operations.ts'

const INSTRUCTIONS =
  'tdd-gate measures test-first work commit by commit. Start a task, call `next`, do what it says in one commit, and ' +
  'call `next` again until nothing is left. RED changes tests only; GREEN changes production code only.'

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
export function createServer(version: string): McpServer {
  const server = new McpServer({ name: 'tdd-gate', version }, { instructions: INSTRUCTIONS })
  for (const operation of OPERATIONS) addTool(server, operation)
  return server
}

function addTool(server: McpServer, operation: Operation): void {
  const { name, title, description, input, output, isReadOnly } = operation
  const annotations = {
    readOnlyHint: isReadOnly,
    destructiveHint: false,
    idempotentHint: isReadOnly,
    openWorldHint: false,
  }
  const config = { title, description, inputSchema: input, outputSchema: output, annotations }
  server.registerTool(name, config, (asked, context) => call(operation, asked, context))
}

/** Runs an operation. An error is an answer too: its code, its message and the next command. */
async function call(operation: Operation, asked: unknown, context: ServerContext): Promise<CallToolResult> {
  try {
    const run = await operation.load()
    const { json, text } = await run(operation.input.parse(asked), toHooks(context))
    return { content: [{ type: 'text', text }], structuredContent: { ...json } }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: toErrorText(error) }], _meta: { ...toErrorJson(error) } }
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
  return { onProgress, signal: mcpReq.signal }
}
