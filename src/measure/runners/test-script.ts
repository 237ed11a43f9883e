/** Takes a project's own test command apart: variables, Node's options, and the options that change what a test means. */
import { quote } from './runner.ts'

export interface TestScript {
  /** `NAME=value` words before the command. */
  readonly variables: readonly string[]
  readonly nodeOptions: readonly string[]
  /** The options on the list, with their values. */
  readonly options: readonly string[]
  readonly operands: readonly string[]
}

export const NO_SCRIPT: TestScript = { variables: [], nodeOptions: [], options: [], operands: [] }

const VARIABLE = /^[A-Za-z_]\w*=/

/** @param kept options to keep; `true` for one whose value is the next word */
export function readScript(
  command: string,
  isRunner: (word: string) => boolean,
  kept: Readonly<Record<string, boolean>>,
): TestScript | null {
  const words = split(command)
  const at = words.findIndex((word) => isRunner(word) && !VARIABLE.test(word))
  if (at === -1) return null
  const before = words.slice(0, at)
  const node = before.lastIndexOf('node')
  return {
    variables: before.filter((word) => VARIABLE.test(word)),
    nodeOptions: node === -1 ? [] : before.slice(node + 1).filter((word) => word.startsWith('-')),
    ...sortWords(words.slice(at + 1), kept),
  }
}

function sortWords(words: readonly string[], kept: Readonly<Record<string, boolean>>) {
  const options: string[] = []
  const operands: string[] = []
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const isValued = kept[word.split('=')[0] ?? '']
    const value = isValued && !word.includes('=') ? [rest.shift() ?? ''] : []
    if (!word.startsWith('-')) operands.push(word)
    else if (isValued !== undefined) options.push(word, ...value)
    else if (DROPPED_WITH_VALUE.has(word)) rest.shift()
  }
  return { options, operands }
}

/** Options that are dropped with the word after them; a wrong guess would only run more tests. */
const DROPPED_WITH_VALUE = new Set([
  '--grep',
  '-g',
  '--fgrep',
  '-f',
  '--reporter',
  '-R',
  '--reporters',
  '-t',
  '--testNamePattern',
])

/** Words of a shell line, quotes taken off. Substitutions stay text: nothing is run here. */
function split(command: string): string[] {
  const words = command.match(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g) ?? []
  return words.map((word) => word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, a, b, c) => a ?? b ?? c))
}

/** `NAME=value node-modules-tool options {files}`, ready for a shell. */
export function toCommand(tool: string, options: string, script: TestScript): string {
  const nodeOptions = script.nodeOptions.length === 0 ? [] : [`NODE_OPTIONS=${quote(script.nodeOptions.join(' '))}`]
  const variables = script.variables.map((word) => word.replace(/=(.*)$/s, (_, value) => `=${quote(value)}`))
  return [...variables, ...nodeOptions, tool, options, ...script.options.map(quote)].join(' ')
}

/** The placeholder for the files to run; the script's own operands mean all of them. */
export function filesOr(operands: readonly string[]): string {
  return operands.length === 0 ? '{files}' : `{files:-${operands.map(quote).join(' ')}}`
}
