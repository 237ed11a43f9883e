/** Reads a package.json that anybody may have written: what is not of the right shape is not there. */
import type { Project } from './runner.ts'

export interface PackageJson {
  readonly dependencies: ReadonlySet<string>
  readonly scripts: ReadonlyMap<string, string>
}

const MAX_SCRIPT_DEPTH = 5
/** Nobody writes a longer one; taking a hostile one apart would take long. */
const MAX_SCRIPT = 10_000
/** One command of a shell line: quotes hide what separates commands. */
const PART = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|&(?!&)|\|(?!\|)|[^'"&|;])+/g
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
    dependencies: new Set(KINDS.flatMap((kind) => Object.keys(toRecord(manifest[kind])))),
    scripts: new Map(scripts as [string, string][]),
  }
}

/** The commands of `npm test`, with scripts that call scripts written out. */
export function testCommands({ scripts }: PackageJson): readonly string[] {
  const expand = (script: string, depth: number): readonly string[] =>
    (script.match(PART) ?? []).flatMap((part) => {
      const called = /^\s*(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+)* ([\w:.-]+)/.exec(part)?.[1] ?? ''
      const inner = scripts.get(called)
      return inner === undefined || depth === 0 ? [part.trim()] : expand(inner, depth - 1)
    })
  return expand(scripts.get('test') ?? '', MAX_SCRIPT_DEPTH).filter((part) => part !== '')
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
