/** Reads a package.json that anybody may have written: what is not of the right shape is not there. */
import { posix } from 'node:path'
import type { Project } from './runner.ts'

export interface PackageJson {
  /** With the range of versions that is asked for. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly scripts: ReadonlyMap<string, string>
  /** The files that other projects import, as paths of the tree. */
  readonly entries: readonly string[]
}

const MAX_SCRIPT_DEPTH = 5
/** Nobody writes a longer one; taking a hostile one apart would take long. */
const MAX_SCRIPT = 10_000
/** One command of a shell line: quotes hide what separates commands. */
const PART = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|(?<!&)&(?!&)|(?<!\|)\|(?!\|)|[^'"&|;])+/g
const CALL = /^\s*(?:npm|pnpm|yarn|bun)(?: run| run-script)?(?: -\S+)*(?: run)? ([\w:.-]+)/
const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Null when there is none at the top of the tree. */
export function readPackageJson(project: Project): PackageJson | null {
  const text = project.read('package.json')
  if (text === null) return null
  const manifest = parseObject(text)
  const scripts = Object.entries(toRecord(manifest['scripts'])).filter(
    ([, script]) => typeof script === 'string' && script.length <= MAX_SCRIPT,
  )
  return {
    dependencies: new Map(KINDS.flatMap((kind) => Object.entries(toRecord(manifest[kind])).map(toRange))),
    scripts: new Map(scripts as [string, string][]),
    entries: ['main', 'module', 'exports'].flatMap((key) => getLeaves(manifest[key], MAX_DEPTH)).map(posix.normalize),
  }
}

/** Nobody nests conditions of exports deeper. */
const MAX_DEPTH = 5

function getLeaves(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  return depth === 0 ? [] : Object.values(toRecord(value)).flatMap((inner) => getLeaves(inner, depth - 1))
}

const toRange = ([name, range]: [string, unknown]): [string, string] => [name, typeof range === 'string' ? range : '']

/** One command of a script, and the script that it was written in where another one called it. */
export interface Step {
  readonly command: string
  /** The names of the scripts around it, outermost first. */
  readonly scripts: readonly string[]
}

/** The commands of a script in their order, with scripts that call scripts written out. */
export function getSteps({ scripts }: PackageJson, name: string): readonly Step[] {
  const expand = (script: string, around: readonly string[]): readonly Step[] =>
    (script.match(PART) ?? []).flatMap((part) => {
      const called = CALL.exec(part)?.[1] ?? ''
      const inner = scripts.get(called)
      if (inner !== undefined && around.length < MAX_SCRIPT_DEPTH) return expand(inner, [...around, called])
      return [{ command: part.trim(), scripts: around }]
    })
  return expand(scripts.get(name) ?? '', []).filter(({ command }) => command !== '')
}

/** The commands of `npm test`. */
export function testCommands(manifest: PackageJson): readonly string[] {
  return getSteps(manifest, 'test').map(({ command }) => command)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(text))
  } catch (error) {
    // A manifest that is no JSON names no runner; the runner itself will say what is wrong with it.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
