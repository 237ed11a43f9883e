/**
 * Parses a project's own test command: variables, Node's options, and the options that change the meaning of a test.
 */
import { quote } from './runner.ts'

export interface TestScript {
  /** `NAME=value` before the command. */
  readonly variables: readonly string[]
  readonly nodeOptions: readonly string[]
  /** The recognised options, with their values. */
  readonly options: readonly string[]
  /** Ready for a shell: the shell expands an unquoted pattern, as it does in the script. */
  readonly operands: readonly string[]
  /** Whether the operands are build output: then no file of a commit can run alone. */
  readonly isBuilt: boolean
}

export const NO_SCRIPT: TestScript = { variables: [], nodeOptions: [], options: [], operands: [], isBuilt: false }

interface Word {
  readonly text: string
  readonly isQuoted: boolean
}

const WORDS = /(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g
const VARIABLE = /^[A-Za-z_]\w*=/
const NODE_OPTIONS = 'NODE_OPTIONS='
/** `qunit --reporter tap` calls no tap. */
const NAMES_OUTPUT = /^(?:--reporters?|-r|-R)$/

interface ScriptParts {
  readonly isRunner: (word: string) => boolean
  /** Options to keep; `true` for one whose value is the next argument. */
  readonly kept: Readonly<Record<string, boolean>>
  /** Returns whether an argument is a path of the tree; otherwise the argument after a dropped option is its value. */
  readonly isPath: (word: string) => boolean
}

export function readScript(command: string, { isRunner, kept, isPath }: ScriptParts): TestScript | null {
  const words = split(command)
  const isCalled = ({ text }: Word, n: number) =>
    isRunner(text) && !VARIABLE.test(text) && !NAMES_OUTPUT.test(words[n - 1]?.text ?? '')
  const at = words.findIndex(isCalled)
  if (at === -1) return null
  const before = words.slice(0, at).map(({ text }) => text)
  const node = before.lastIndexOf('node')
  const variables = before.filter((word) => VARIABLE.test(word))
  const given = variables.filter((word) => word.startsWith(NODE_OPTIONS)).map((word) => word.slice(NODE_OPTIONS.length))
  const own = node === -1 ? [] : before.slice(node + 1).filter((word) => word.startsWith('-'))
  const sorted = sortWords(words.slice(at + 1), { kept, isPath })
  return {
    variables: variables.filter((word) => !word.startsWith(NODE_OPTIONS)),
    nodeOptions: [...given, ...own],
    ...sorted,
    isBuilt: areBuilt(sorted.operands, isPath),
  }
}

/** Combines several runs of one runner: takes the one of all files, else all files with the options of the first. */
export function combineScripts(scripts: readonly TestScript[]): TestScript | null {
  const [first] = scripts
  const all = scripts.find(({ operands }) => operands.length === 0)
  if (all !== undefined || first === undefined) return all ?? null
  return { ...first, operands: [...new Set(scripts.flatMap(({ operands }) => operands))] }
}

function sortWords(words: readonly Word[], { kept, isPath }: Omit<ScriptParts, 'isRunner'>) {
  const options: string[] = []
  const operands: string[] = []
  const end = words.findIndex(isRedirection)
  const rest = words.slice(0, end === -1 ? words.length : end)
  const isValue = ({ text }: Word) => !text.startsWith('-') && !isPath(text) && !/[*?/]/.test(text)
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const { text } = word
    const isValued = kept[text.split('=')[0] ?? '']
    const value = isValued && !text.includes('=') ? [rest.shift()?.text ?? ''] : []
    if (!text.startsWith('-')) operands.push(forShell(word))
    else if (isValued !== undefined) options.push(text, ...value)
    else if (rest[0] !== undefined && !text.includes('=') && (DROPPED_WITH_VALUE.has(text) || isValue(rest[0])))
      rest.shift()
  }
  return { options, operands }
}

/** Recognises where another command begins, or a file is written. */
const isRedirection = ({ text, isQuoted }: Word): boolean => !isQuoted && /^(?:\||\d*[<>])/.test(text)

/** Options that are dropped with the argument after them; a wrong guess would only run more tests. */
const DROPPED_WITH_VALUE = new Set([
  ...['--grep', '-g', '--fgrep', '-f', '--reporter', '-R', '--reporters', '-t', '--testNamePattern'],
  ...['--test-reporter', '--test-reporter-destination', '--test-name-pattern', '--test-skip-pattern'],
])

/** Splits a shell line into words without quotes. Substitutions stay text: nothing runs here. */
function split(command: string): Word[] {
  const words = command.match(WORDS) ?? []
  return words.map((word) => {
    const text = word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, a, b, c) => a ?? b ?? c)
    return { text, isQuoted: text !== word }
  })
}

/** Returns `NAME=value` of the words in front of a command, as they stand there. */
export const parseAssignments = (text: string): readonly string[] =>
  (text.match(WORDS) ?? []).filter((word) => VARIABLE.test(word))

/** Characters of a pattern that the shell expands, without any other effect. */
const PATTERN = /^[\w@%+=:,./*?-]+$/

const forShell = ({ text, isQuoted }: Word): string => (!isQuoted && PATTERN.test(text) ? text : quote(text))

/** Returns `NAME=value node-modules-tool options {files}`, ready for a shell. */
export function toCommand(tool: string, options: string, script: TestScript): string {
  return [...getVariables(script), tool, options, ...script.options.map(quote)].filter((word) => word !== '').join(' ')
}

/** Returns the variables in front of a command, Node's options among them. */
export function getVariables({ variables, nodeOptions }: TestScript): readonly string[] {
  const all = nodeOptions.length === 0 ? variables : [...variables, `${NODE_OPTIONS}${nodeOptions.join(' ')}`]
  return all.map((word) => word.replace(/=(.*)$/s, (_, value) => `=${quote(value)}`))
}

/** Returns the placeholder for the files to run; without files the script's own operands apply. */
export function filesOr({ operands, isBuilt }: TestScript): string {
  if (operands.length === 0) return '{files}'
  return isBuilt ? operands.join(' ') : `{files:-${operands.join(' ')}}`
}

/** Folders where builds write untracked files. */
export const OUTPUT = /^(?:dist|build|lib|out|es|esm|cjs)(?:-[\w.-]+)?$/

/** Returns whether all operands are below untracked output folders: such tests exist only after the build. */
function areBuilt(operands: readonly string[], isPath: ScriptParts['isPath']): boolean {
  const tops = operands.map((word) => /^['"]?(?:\.\/)?([^/]+)\//.exec(word)?.[1] ?? '')
  return tops.length > 0 && tops.every((top) => OUTPUT.test(top) && !isPath(top))
}
