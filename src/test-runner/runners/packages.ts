/** Finds the packages of a JavaScript workspace, and turns what runs in one into a suite of the whole repository. */
import { posix } from 'node:path'
import { parse } from 'yaml'
import { readPackageJson, testCommands } from './package-json.ts'
import { OUTSIDE, type Part, toPart } from './parts.ts'
import type { Project } from './runner.ts'

/** Folders of packages in a list of globs; more `**` would take long to compare. */
const MAX_DEEP = 2
/** npm writes this script where there are no tests. */
const NO_TESTS = /no test specified/

/** Returns the packages that the workspace at the top lists; none without a workspace. */
export function findPackages(project: Project): readonly Part[] {
  const globs = [...readGlobs(project)].map((glob) => glob.replace(/^\.\//, '').replace(/\/$/, '').split('/'))
  const [excluded, included] = [globs.filter(isExclusion), globs.filter((glob) => !isExclusion(glob))]
  const folders = project.files
    .filter((path) => path.endsWith('/package.json') && !OUTSIDE.test(path))
    .map((path) => posix.dirname(path))
  const isListed = (folder: string) => {
    const path = folder.split('/')
    const without = excluded.map(([first = '', ...rest]) => [first.slice(1), ...rest])
    return included.some((glob) => fits(glob, path)) && !without.some((glob) => fits(glob, path))
  }
  return folders.filter(isListed).map((folder) => toPart(project, folder))
}

const isExclusion = (glob: readonly string[]) => glob[0]?.startsWith('!') === true

/** https://docs.npmjs.com/cli/using-npm/workspaces and https://pnpm.io/pnpm-workspace_yaml */
function readGlobs({ read }: Project): readonly string[] {
  const { workspaces } = parsed(read('package.json') ?? '{}') as { workspaces?: unknown }
  const ofPnpm = parsed(read('pnpm-workspace.yaml') ?? '{}') as { packages?: unknown }
  const all = [workspaces, (workspaces as { packages?: unknown } | undefined)?.packages, ofPnpm.packages]
  const globs = all.flatMap((list) => (Array.isArray(list) ? list : []))
  return globs.filter((glob): glob is string => typeof glob === 'string' && glob.split('**').length <= MAX_DEEP + 1)
}

/** Both files are YAML, since JSON is. A mistake in one lists nothing. */
function parsed(text: string): object {
  try {
    const value: unknown = parse(text, { logLevel: 'silent', maxAliasCount: 0 })
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function fits(glob: readonly string[], path: readonly string[]): boolean {
  const [word, ...rest] = glob
  if (word === undefined) return path.length === 0
  if (word === '**') return [...path, ''].some((_, n) => fits(rest, path.slice(n)))
  const [before = '', after] = word.split('*')
  const name = path[0] ?? ''
  const isSame = after === undefined ? name === before : name.startsWith(before) && name.endsWith(after)
  return path.length > 0 && isSame && fits(rest, path.slice(1))
}

/** Returns whether a package has a script of tests, so that people expect them to run. */
export function hasTestScript(part: Part): boolean {
  const script = readPackageJson(part)?.scripts.get('test')
  return script !== undefined && !NO_TESTS.test(script)
}

const IN_PACKAGES =
  /^(?:(?:pnpm|npm|yarn|bun)(?=.*\s(?:-r|--recursive|--filter|-F|--workspaces?|-w|workspaces?)[\s=])|(?:npx )?(?:turbo|nx|lerna)\s)/

/** Returns the commands of the test script that run tests of packages: beside a runner at the top, nothing runs them. */
export function callsInPackages(project: Project): readonly string[] {
  const manifest = readPackageJson(project)
  const commands = manifest === null ? [] : testCommands(manifest)
  return commands.filter((command) => IN_PACKAGES.test(command) && /test|spec/i.test(command))
}

const BIN = /(^|\s)node_modules\/\.bin\//

/** Makes a command find tools where the workspace installs them: beside the package, or at the top. */
export function inPackage(command: string, folder: string): string {
  if (!BIN.test(command)) return command
  return `PATH="$PWD/node_modules/.bin:$PWD/${toTop(folder)}/node_modules/.bin:$PATH" ${command.replace(BIN, '$1')}`
}

/** Makes a set-up install at the top. */
export const atTop = (command: string, folder: string): string =>
  folder === '.' ? command : `cd ${toTop(folder)} && ${command}`

const toTop = (folder: string): string => posix.relative(folder, '.')

/** Returns the command that builds the packages that a package needs, before its own build; null without any. */
export function buildsFor(own: string | null | undefined, part: Part, packages: readonly Part[]): string | null {
  const builds = neededBy(part, packages).filter(isBuilt)
  const steps = builds.map(({ folder }) => `(cd ${posix.relative(part.folder, folder)} && npm run --silent build)`)
  const all = own ? [...steps, own] : steps
  return all.length === 0 ? null : all.join(' && ')
}

/** Returns the packages that it depends on, those first that others need. */
function neededBy(part: Part, packages: readonly Part[]): readonly Part[] {
  const byName = new Map(packages.map((one) => [readPackageJson(one)?.name ?? '', one]))
  const seen = new Set([part])
  const needed: Part[] = []
  const visit = (one: Part) => {
    for (const name of readPackageJson(one)?.dependencies.keys() ?? []) {
      const other = byName.get(name)
      if (other === undefined || seen.has(other)) continue
      seen.add(other)
      visit(other)
      needed.push(other)
    }
  }
  visit(part)
  return needed
}

/** Returns whether others import files of it that only a build makes. */
function isBuilt(part: Part): boolean {
  const manifest = readPackageJson(part)
  const isMissing = (path: string) => /\.[cm]?js$/.test(path) && !part.files.includes(path)
  return manifest?.scripts.has('build') === true && manifest.entries.some(isMissing)
}
