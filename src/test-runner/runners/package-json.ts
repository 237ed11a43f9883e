/** Reads an untrusted package.json: ignores values of the wrong shape. */
import { posix } from 'node:path'
import type { Project } from './runner.ts'
import { getCalledScripts, readRecipes } from './script-calls.ts'

export interface PackageJson {
  /** Empty without one. */
  readonly name: string
  /** With the requested range of versions. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly scripts: ReadonlyMap<string, string>
  /** The recipes of make files, which scripts call. */
  readonly recipes: ReadonlyMap<string, string>
  /** The files that other projects import, as paths of the tree. */
  readonly entries: readonly string[]
}

const MAX_SCRIPT_DEPTH = 5
/** Real scripts call fewer; hostile ones call each other. */
const MAX_CALLS = 200
/** Real scripts are shorter; parsing a hostile one would take long. */
const MAX_SCRIPT = 10_000
/** One command of a shell line: quotes hide separators. */
const PART = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|(?<!&)&(?!&)|(?<!\|)\|(?!\|)|[^'"&|;])+/g
const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Reads the manifest at the top of the tree; returns null without one. */
export function readPackageJson(project: Project): PackageJson | null {
  const text = project.read('package.json')
  if (text === null) return null
  const manifest = parseObject(text)
  const wireit = toRecord(manifest['wireit'])
  const scripts = Object.entries(toRecord(manifest['scripts']))
    // https://github.com/google/wireit: the script is a word, and the command stands beside it.
    .map(([name, script]) => [name, script === 'wireit' ? toRecord(wireit[name])['command'] : script] as const)
    .filter(([, script]) => typeof script === 'string' && script.length <= MAX_SCRIPT)
  return {
    name: typeof manifest['name'] === 'string' ? manifest['name'] : '',
    dependencies: new Map(KINDS.flatMap((kind) => Object.entries(toRecord(manifest[kind])).map(toRange))),
    scripts: new Map(scripts as [string, string][]),
    recipes: new Map(readRecipes(project.read).filter(([, script]) => script.length <= MAX_SCRIPT)),
    entries: ['main', 'module', 'exports'].flatMap((key) => getLeaves(manifest[key], MAX_DEPTH)).map(posix.normalize),
  }
}

/** Real exports nest conditions less deeply. */
const MAX_DEPTH = 5

function getLeaves(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  return depth === 0 ? [] : Object.values(toRecord(value)).flatMap((inner) => getLeaves(inner, depth - 1))
}

const toRange = ([name, range]: [string, unknown]): [string, string] => [name, typeof range === 'string' ? range : '']

/** One command of a script, and the script that contains it when another one called it. */
export interface ScriptStep {
  readonly command: string
  /** The names of the calling scripts, outermost first. */
  readonly scripts: readonly string[]
}

/** Returns the commands of a script in order; expands scripts that call scripts. */
export function getSteps({ scripts, recipes }: PackageJson, name: string): readonly ScriptStep[] {
  const all = new Map([...recipes, ...scripts])
  let left = MAX_CALLS
  const expand = (script: string, around: readonly string[], variables: string): readonly ScriptStep[] =>
    (script.match(PART) ?? []).flatMap((part) => {
      const called = around.length < MAX_SCRIPT_DEPTH ? getCalledScripts(part, all).slice(0, left) : []
      left -= called.length
      if (called.length === 0) return [{ command: `${variables} ${part.trim()}`.trim(), scripts: around }]
      return called.flatMap((call) => {
        const text = `${all.get(call.name) ?? ''} ${call.more}`
        return expand(text, [...around, call.name], `${variables} ${call.variables}`.trim())
      })
    })
  return expand(scripts.get(name) ?? '', [], '').filter(({ command }) => command !== '')
}

/** Returns the commands of `npm test`. */
export function testCommands(manifest: PackageJson): readonly string[] {
  return getSteps(manifest, 'test').map(({ command }) => command)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(text))
  } catch (error) {
    // An invalid manifest names no runner; the runner itself will report the mistake.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
