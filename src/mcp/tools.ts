/** Offers the operations as tools, under their own names and under those that agents know from elsewhere. */
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { withClaims } from '../operations/claims.ts'
import type { Definition, Operation, OperationAnswer } from '../operations/operation.ts'
import { perform } from '../operations/runs/perform.ts'
import { toOwnInput, withKnownKeys, withUnread } from '../operations/task-master/call.ts'
import { withResume } from '../operations/task-master/resume.ts'
import { ALIASES, fromAlias } from '../operations/task-master/tools.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import { toErrorJson, toErrorText, toFlatError } from '../render/text/error.ts'
import { toProgressLine } from '../render/text/progress.ts'
import { noPaint } from '../render/text/table.ts'
import { toWireInput, toWireOutput } from './wire.ts'

/** An operation with its definition. */
export interface Offered {
  readonly operation: Operation
  readonly definition: Definition
}

/** Agents read whole lines: nothing is cut for them. */
export const TOOL_PAGE = { width: Number.POSITIVE_INFINITY, paint: noPaint }

export function addTools(server: McpServer, offered: readonly Offered[]): void {
  for (const { operation, definition } of offered) {
    const { title, summary, details = '' } = operation
    const description = `${summary[0]?.toUpperCase()}${summary.slice(1)}. ${details}`.trimEnd()
    const config = { title, description, ...describe(operation, definition) }
    server.registerTool(operation.name, config, (received, context) =>
      answer(operation, toErrorJson, () =>
        perform(operation, definition, toOwnInput(operation, definition, received), toHooks(context)),
      ),
    )
  }
  for (const [name, { operation, input, isResume = false }] of Object.entries(ALIASES)) {
    const found = offered.find((one) => one.operation.name === operation)
    if (found !== undefined) addAlias(server, name, input, isResume ? toResume(found) : found)
  }
}

const toResume = ({ operation, definition }: Offered): Offered => {
  return { operation: { ...operation, effect: 'writes' }, definition: withResume(definition) }
}

function addAlias(server: McpServer, name: string, input: z.ZodObject, { operation, definition }: Offered): void {
  const { output } = withKnownKeys(operation.name, definition)
  const config = { description: `Another name of \`${operation.name}\`.`, ...describe(operation, { input, output }) }
  server.registerTool(name, config, (received, context) =>
    answer(operation, toFlatError, () => {
      const called = fromAlias(name, received)
      const answered = withUnread(definition, called.unread)
      const compared = called.claims === null ? answered : withClaims(answered, called.claims)
      const own = toOwnInput(operation, definition, called.input)
      return perform(operation, withKnownKeys(operation.name, compared), own, toHooks(context))
    }),
  )
}

/** A tool that reads destroys nothing, and may be called again: the protocol says so of `readOnlyHint`. */
function describe({ effect }: Operation, { input, output }: Pick<Definition, 'input' | 'output'>) {
  const hints =
    effect === 'reads' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: effect === 'destroys' }
  return {
    inputSchema: toWireInput(input),
    outputSchema: toWireOutput(output),
    annotations: { ...hints, openWorldHint: false },
  }
}

/** Answers a call. An error is an answer too: its code, its message and the next command. */
async function answer(
  { name }: Operation,
  toJson: (error: unknown, called: string) => object,
  work: () => Promise<OperationAnswer>,
): Promise<CallToolResult> {
  try {
    const { json, toText } = await work()
    return { content: [{ type: 'text', text: toText(TOOL_PAGE) }], structuredContent: { ...json } }
  } catch (error) {
    const called = `tdd-gate ${name}`
    const text = toErrorText(error, called)
    const json = { ...toJson(error, called) }
    return { isError: true, content: [{ type: 'text', text }], structuredContent: json, _meta: json }
  }
}

/** Progress goes to clients that asked for it; it has no known end, because later commits decide what runs. */
export function toHooks({ mcpReq }: ServerContext): Hooks {
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
