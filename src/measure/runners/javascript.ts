/** What the runners of JavaScript share: manifests, test scripts, and names of files beside a test file. */
import { posix } from 'node:path'
import { type PackageJson, readPackageJson, testCommands } from './package-json.ts'
import type { Detection, Project } from './runner.ts'
import { NO_SCRIPT, readScript, type TestScript } from './test-script.ts'

interface Tool {
  readonly name: string
  /** The npm package. */
  readonly dependency: string
  /** Options of the test script that change what a test means, `true` when a value follows. */
  readonly kept: Readonly<Record<string, boolean>>
  readonly report: string
  readonly command: (script: TestScript) => string
}

/** Recognises the tool by the test script, else by the dependencies. */
export function detectTool(tool: Tool): (project: Project) => Detection | null {
  return (project) => {
    const manifest = readPackageJson(project)
    if (manifest === null) return null
    const script = scriptOf(manifest, tool)
    if (script === null && !manifest.dependencies.has(tool.dependency)) return null
    return {
      directory: '.',
      command: tool.command(script ?? NO_SCRIPT),
      reports: [`{reports}/${tool.report}`],
      why: `${tool.name}, because package.json ${script === null ? `depends on it` : 'runs it as its test script'}`,
      isNamed: script !== null,
    }
  }
}

function scriptOf(manifest: PackageJson, { dependency, kept }: Tool): TestScript | null {
  const isTool = isWord(dependency)
  for (const command of testCommands(manifest)) {
    const script = readScript(command, isTool, kept)
    if (script !== null) return script
  }
  return null
}

/** `jest`, `node_modules/.bin/jest`, `node_modules/jest/bin/jest.js`. */
export function isWord(tool: string): (word: string) => boolean {
  return (word) => posix.basename(word).replace(/\.[cm]?js$/, '') === tool
}

/** Whether a shell line calls the tool. */
export function calls(tool: string): (command: string) => boolean {
  return (command) => command.split(/[\s;&|()]+/).some(isWord(tool))
}

const OUTSIDE = /(?:^|\/)(?:node_modules|\.git)\//

/** Paths that match, outside of installed packages. */
export function matches(...patterns: readonly RegExp[]): (path: string) => boolean {
  return (path) => !OUTSIDE.test(path) && patterns.some((pattern) => pattern.test(path))
}

/** A name that every pattern which takes the test file takes too. */
export function canaryPath(file: string): string {
  const { dir, base } = posix.parse(file)
  const suffix = /(?:[._-](?:test|spec))?\.[cm]?[jt]sx?$/.exec(base)?.[0] ?? '.test.js'
  const prefix = /^test-/.test(base) ? 'test-' : ''
  return posix.join(dir, `${prefix}tdd-gate-canary${suffix}`)
}

/** Whether the file beside it is CommonJS by its own words or name. */
export function isCommonJs(file: string, neighbour: string): boolean {
  if (/\.c[jt]s$/.test(file)) return true
  return /\brequire\(/.test(neighbour) && !/^\s*(?:import|export)\b/m.test(neighbour)
}
