/** Shares code between JavaScript runners: manifests, test scripts, and names of files beside a test file. */
import { posix } from 'node:path'
import { detectBuild } from './build-steps.ts'
import { type PackageJson, readPackageJson, testCommands } from './package-json.ts'
import type { Detection, Project } from './runner.ts'
import { combineScripts, NO_SCRIPT, readScript, type TestScript } from './test-script.ts'

interface Tool {
  readonly name: string
  /** The npm package. */
  readonly dependency: string
  /** Its command, where the package has another name. */
  readonly tool?: string
  /** Options of the test script that change the meaning of a test; `true` when a value follows. */
  readonly kept: Readonly<Record<string, boolean>>
  readonly report: string
  readonly command: (script: TestScript, manifest: PackageJson) => string
}

/** Recognises the tool by the test script, or else by the dependencies. */
export function detectTool(tool: Tool): (project: Project) => Detection | null {
  return (project) => {
    const manifest = readPackageJson(project)
    if (manifest === null) return null
    const script = getScript(project, manifest, tool)
    if (script === null && !manifest.dependencies.has(tool.dependency)) return null
    return {
      directory: '.',
      build: detectBuild({ project, manifest, isRunner: isPartOf(tool) }),
      command: tool.command(script ?? NO_SCRIPT, manifest),
      reports: [`{reports}/${tool.report}`],
      why: `${tool.name}, because package.json ${script === null ? `depends on it` : 'runs it as its test script'}`,
      isNamed: script !== null,
    }
  }
}

const isPartOf = ({ dependency, tool = dependency }: Tool) => calls(tool)

function getScript(
  project: Project,
  manifest: PackageJson,
  { dependency, tool = dependency, kept }: Tool,
): TestScript | null {
  const parts = { isRunner: isWord(tool), kept, isPath: isPathIn(project) }
  return combineScripts(testCommands(manifest).flatMap((command) => readScript(command, parts) ?? []))
}

/** Returns whether a path is a tracked file, or a folder with one. */
export function isPathIn({ files }: Project): (word: string) => boolean {
  return (word) => {
    const path = posix.normalize(word).replace(/\/$/, '')
    return files.some((file) => file === path || file.startsWith(`${path}/`))
  }
}

/** Recognises `jest`, `node_modules/.bin/jest` and `node_modules/jest/bin/jest.js`. */
function isWord(tool: string): (word: string) => boolean {
  return (word) => posix.basename(word).replace(/\.[cm]?js$/, '') === tool
}

/** Returns whether a shell line calls the tool. */
export function calls(tool: string): (command: string) => boolean {
  return (command) => command.split(/[\s;&|()]+/).some(isWord(tool))
}

/** Returns the condition of a shell that a package is installed, in the folder or in two folders around it. */
export function isInstalled(name: string): string {
  return ['', '../', '../../'].map((place) => `[ -d ${place}node_modules/${name} ]`).join(' || ')
}

const OUTSIDE = /(?:^|\/)(?:node_modules|\.git)\//

/** Matches paths outside of installed packages. */
export function matches(...patterns: readonly RegExp[]): (path: string) => boolean {
  return (path) => !OUTSIDE.test(path) && patterns.some((pattern) => pattern.test(path))
}

/** Returns a name that every pattern which matches the test file matches too. */
export function canaryPath(file: string): string {
  const { dir, base } = posix.parse(file)
  // A file named just `test`: other names would not match its pattern.
  if (/^(?:tests?|spec)\.[cm]?[jt]sx?$/.test(base)) return posix.join(dir, `tdd-gate-canary.test${posix.extname(base)}`)
  const suffix = /(?:[._-](?:test|spec))?\.[cm]?[jt]sx?$/.exec(base)?.[0] ?? '.test.js'
  const prefix = /^test-/.test(base) ? 'test-' : ''
  return posix.join(dir, `${prefix}tdd-gate-canary${suffix}`)
}

/** Returns whether the neighbouring file is CommonJS, by its syntax or name. */
export function isCommonJs(file: string, neighbour: string): boolean {
  if (/\.c[jt]s$/.test(file)) return true
  return /\brequire\(/.test(neighbour) && !/^\s*(?:import|export)\b/m.test(neighbour)
}
