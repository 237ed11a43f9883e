/** Offers plan, work unit and evidence as resources, and the phases as prompts. */
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type Offered, TOOL_PAGE, toHooks } from './tools.ts'

/** What each resource reads, of the repository in which the server runs. */
const RESOURCES = [
  { name: 'plan', title: 'Plan of the task', operation: 'plan' },
  { name: 'work-unit', title: 'Next step', operation: 'next' },
  { name: 'evidence', title: 'Judged commits with their proofs', operation: 'verify' },
] as const

export function addResources(server: McpServer, offered: readonly Offered[]): void {
  for (const { name, title, operation } of RESOURCES) {
    const definition = find(offered, operation)
    server.registerResource(
      name,
      `tdd-gate://${name}`,
      { title, mimeType: 'application/json' },
      async (uri, context) => {
        const { json } = await definition.run(definition.input.parse({}), toHooks(context))
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(json) }] }
      },
    )
  }
}

const PROMPTS = {
  red: 'Write one failing test. Change test files only. The test must fail for the behaviour that is missing.',
  green: 'Make the failing test pass with the least production code. Leave every test file as it is.',
  refactor: 'Improve the code without a change of behaviour. Every test that passes must pass afterwards.',
} as const

export function addPrompts(server: McpServer, offered: readonly Offered[]): void {
  const definition = find(offered, 'next')
  const argsSchema = z.object({ repo: z.string().exactOptional().describe('folder inside the repository') })
  for (const [name, rule] of Object.entries(PROMPTS)) {
    const config = { title: name.toUpperCase(), description: rule, argsSchema }
    server.registerPrompt(name, config, async (asked, context) => {
      const { toText } = await definition.run(definition.input.parse(asked), toHooks(context))
      const text = `${rule}\n\n${toText(TOOL_PAGE)}`
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    })
  }
}

function find(offered: readonly Offered[], name: string): Offered['definition'] {
  const found = offered.find(({ operation }) => operation.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return found.definition
}
