/** Runs GitHub's own parsers on a workflow, and evaluates its expressions. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ActionMetadata } from '@actions/languageservice/action'
import { parse } from 'yaml'
import './json-imports.ts'

const { registerLogger, validate } = await import('@actions/languageservice')
const { data, Evaluator, Lexer, Parser } = await import('@actions/expressions')

export interface Workflow {
  readonly path: string
  readonly text: string
}

export const read = (path: string): Workflow => ({ path, text: readFileSync(path, 'utf8') })

/** The inputs that we use of the actions that we use, as their action.yml of the pinned version declares them. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  'actions/checkout': ['repository', 'ref', 'path', 'fetch-depth', 'persist-credentials'],
  'actions/setup-node': ['node-version', 'node-version-file', 'package-manager-cache'],
  'actions/setup-python': ['python-version', 'python-version-file'],
  'actions/setup-go': ['go-version', 'go-version-file', 'cache'],
  'actions/setup-java': ['java-version', 'java-version-file', 'distribution'],
  'actions/setup-dotnet': ['dotnet-version', 'global-json-file'],
  'ruby/setup-ruby': ['ruby-version'],
  'shivammathur/setup-php': ['php-version-file'],
  'actions/cache': ['path', 'key', 'restore-keys'],
  'actions/upload-artifact': ['name', 'path', 'if-no-files-found', 'include-hidden-files', 'retention-days'],
  'actions/download-artifact': ['artifact-ids', 'path'],
  'actions/attest': ['subject-checksums', 'predicate-type', 'predicate-path'],
  'actions/attest-build-provenance': ['subject-path', 'subject-name', 'subject-digest'],
  'github/codeql-action': ['languages', 'build-mode', 'sarif_file'],
  'ossf/scorecard-action': ['results_file', 'results_format', 'publish_results'],
  'zizmorcore/zizmor-action': ['inputs'],
}
const ACTION_FILE = 'action.yml'
const OWN_WORKFLOW = '.github/workflows/tdd-gate.yml'

/** Returns the inputs of our own action; null as long as there is no action.yml. */
export const ownInputs = (): readonly string[] | null =>
  existsSync(ACTION_FILE) ? Object.keys(parse(readFileSync(ACTION_FILE, 'utf8')).inputs) : null

function getMetadata(action: string): ActionMetadata | undefined {
  const inputs = action.endsWith('/tdd-gate') ? ownInputs() : INPUTS[action]
  if (inputs === undefined) return undefined
  const declared =
    inputs === null ? {} : { inputs: Object.fromEntries(inputs.map((name) => [name, { description: '' }])) }
  return { name: action, description: '', ...declared }
}

// The language service logs what it stumbles over and then has nothing to say of the rest.
const stumbles: string[] = []
const stumbled = (message: string) => void stumbles.push(message)
registerLogger({ error: stumbled, warn: stumbled, info: () => {}, log: () => {} })

/** Every error and warning, with its line: of the workflow, its expressions, and what it hands to actions and workflows. */
export async function diagnosed({ path, text }: Workflow): Promise<readonly string[]> {
  // Documents are remembered by their address.
  const uri = `file:///${createHash('sha256').update(text).digest('hex')}/${path}`
  const document = { uri, getText: () => text } as Parameters<typeof validate>[0]
  const found = await validate(document, {
    actionsMetadataProvider: { fetchActionMetadata: async ({ owner, name }) => getMetadata(`${owner}/${name}`) },
    fileProvider: {
      getFileContent: async (file) => {
        if (file.path !== OWN_WORKFLOW) throw new Error(`${file.path} is not ours`)
        return { name: file.path, content: readFileSync(OWN_WORKFLOW, 'utf8') }
      },
    },
  })
  return [...found.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`), ...stumbles.splice(0)]
}

/** Evaluates `${{ … }}` as GitHub does; functions about a job's state are unknown here. */
export function evaluated(template: string, context: Readonly<Record<string, unknown>>): unknown {
  const expression = template.trim().replace(/^\$\{\{([\s\S]*)\}\}$/, '$1')
  const { tokens } = new Lexer(expression).lex()
  const tree = new Parser(tokens, Object.keys(context), []).parse()
  const world = JSON.parse(JSON.stringify(context), data.reviver) as InstanceType<typeof data.Dictionary>
  return JSON.parse(JSON.stringify(new Evaluator(tree, world).evaluate(), data.replacer))
}
