/** Offers plan, work unit and evidence as resources, and the phases as prompts. */
import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { toErrorText } from '../render/text/error.ts'
import { safeJson } from '../render/text/log-line.ts'
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
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: safeJson(json) }] }
      },
    )
  }
}

/** What each prompt says, and the operation whose answer follows. */
const PROMPTS = {
  red: {
    rule: 'Do the step below: one failing test.',
    operation: 'next',
  },
  green: {
    rule: 'Do the step below: make the failing test pass.',
    operation: 'next',
  },
  refactor: {
    rule: 'Improve the code without a change of behaviour. Every test that passes must pass afterwards.',
    operation: 'next',
  },
  'start-task': {
    rule: 'Show this plan, start the task with the tool `start`, then do the first step that `next` names.',
    operation: 'plan',
  },
  'resume-work': {
    rule: 'Go on with this task where it stopped. Do the step below, commit it with `commit`, and ask `next` again.',
    operation: 'next',
  },
  'current-state': {
    rule: 'Say which subtask is open, its phase, how many are done, and what comes next. Change nothing.',
    operation: 'status',
  },
  'whole-task': {
    rule: 'Do the steps of this task one by one: ask `next`, do its step, call `commit`. Stop when nothing is left, or when an answer asks for a person.',
    operation: 'next',
  },
  'test-does-not-fail': {
    rule: 'The new test passes at once, so it shows nothing new. Find out why, and write a test of behaviour that is missing. Change test files only.',
    operation: 'next',
  },
  'fix-failing-tests': {
    rule: 'Tests still fail. Read each failure below, say what is wrong, and correct production code. Leave every test file as it is.',
    operation: 'next',
  },
  'find-the-problem': {
    rule: 'The work does not go on. Correct what these checks name, then ask `next`. Where a person must decide, say what and why.',
    operation: 'doctor',
  },
} as const

const PLACE = {
  repo: z.string().exactOptional().describe('folder inside the repository'),
  task: z.string().exactOptional().describe('a task document, or an id of the configured documents'),
}

export function addPrompts(server: McpServer, offered: readonly Offered[]): void {
  for (const [name, { rule, operation }] of Object.entries(PROMPTS)) {
    const definition = find(offered, operation)
    const takesTask = 'task' in definition.input.shape
    const argsSchema = z.object(takesTask ? PLACE : { repo: PLACE.repo })
    const config = { title: toTitle(name), description: rule, argsSchema }
    server.registerPrompt(name, config, async (input, context) => {
      const text = `${rule}\n\n${await toAnswer(definition, operation, input, context)}`
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    })
  }
}

/** An error is an answer too: a client lists prompts wherever its server was started. */
async function toAnswer(
  definition: Offered['definition'],
  operation: string,
  input: { readonly repo?: string },
  context: ServerContext,
): Promise<string> {
  try {
    const { toText } = await definition.run(definition.input.parse(input), toHooks(context))
    return toText(TOOL_PAGE)
  } catch (error) {
    const elsewhere = `For another repository call the tool \`${operation}\` with the argument \`repo\`, its folder.`
    const text = toErrorText(error, `tdd-gate ${operation}`)
    return input.repo === undefined ? `${text.trimEnd()}\n\n${elsewhere}\n` : text
  }
}

/** A phase is written in capitals. */
function toTitle(name: string): string {
  const text = name.replaceAll('-', ' ')
  return text === name ? name.toUpperCase() : `${text[0]?.toUpperCase()}${text.slice(1)}`
}

function find(offered: readonly Offered[], name: string): Offered['definition'] {
  const found = offered.find(({ operation }) => operation.name === name)
  if (found === undefined) throw new Error(`There is no operation ${name}.`)
  return found.definition
}
