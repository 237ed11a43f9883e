/** Detects the build before a project's tests. Each tree is built again, because the result depends on its sources. */
import { posix } from 'node:path'
import { getSteps, type PackageJson, type ScriptStep } from './package-json.ts'
import type { Project } from './runner.ts'
import { OUTPUT } from './test-script.ts'

interface BuildContext {
  readonly project: Project
  readonly manifest: PackageJson | null
  /** Recognises the part of the test script that runs the tests. */
  readonly isRunner: (command: string) => boolean
}

const BUILD_NAME = /(?:^|[:._-])(?:build|compile|transpile|bundle|generate|gen|codegen|dist|fixtures?)(?:$|[:._-])/
const OTHER_NAME = /(?:^|[:._-])(?:lint|checks?|types?|size|docs?|site|clean|reset|watch|test)(?:$|[:._-])/
const BUILD_TOOL =
  /^(?:\S+=\S* )*(?:npx |cross-env (?:\S+=\S* )*)?(?:\S*\/)?(?:tsc|tsup|tshy|tsdown|babel|esbuild|rollup|webpack|swc|unbuild|microbundle|pkgroll|bunchee|vite build|make|node \S*(?:build|compile|bundle|generate|\bgen\b|create|fixtures?)\S*|\S*(?:build|compile)\S*\.sh)(?:\s|$)/
const BUILDS_NOTHING = /\s--?(?:noEmit|no-emit|check|watch|version|help)\b/
const TEST_FILE =
  /^(?!(?:.*\/)?(?:bench(?:marks?)?|fixtures?|examples?|node_modules)\/).*(?:^|\/)(?:tests?|specs?|__tests__)\/.*\.[cm]?[jt]sx?$|\.(?:test|spec)\.[cm]?[jt]sx?$/
const IMPORT = /^(?!\s*\/\/).*?(?:from|require\(|import\(?)\s*['"](\.{1,2}\/[^'"\n]+)['"]/gm
/** How many test files are searched for imports. */
const MAX_LOOKED_INTO = 20

/** Returns the command that builds what the tests run on; null without a build. */
export function detectBuild({ project, manifest, isRunner }: BuildContext): string | null {
  const steps = manifest === null ? [] : buildSteps(project, manifest, isRunner)
  return steps.length === 0 ? null : steps.join(' && ')
}

function buildSteps(project: Project, manifest: PackageJson, isRunner: BuildContext['isRunner']): readonly string[] {
  const test = getSteps(manifest, 'test')
  const at = test.findIndex((step) => isRunner(step.command))
  const path = test[at]?.scripts ?? []
  const hooks = ['test', ...path].flatMap((name) => getSteps(manifest, `pre${name}`))
  const before = test.slice(0, Math.max(at, 0)).map((step) => ({ ...step, scripts: getOwn(step, path) }))
  const found = [...new Set([...hooks, ...before].flatMap((step) => toBuild(step) ?? []))]
  if (found.length > 0 || !manifest.scripts.has('build') || !importsOutput(project, manifest)) return found
  return [runScript('build')]
}

/** Leaves out the scripts that lead to the runner: their names tell of the tests, and each would run these. */
const getOwn = ({ scripts }: ScriptStep, path: readonly string[]) => scripts.filter((name, n) => name !== path[n])

/** Runs a script as a whole when its name says that it builds, else the script that calls the tool. */
function toBuild({ command, scripts }: ScriptStep): string | null {
  if (scripts.some((name) => OTHER_NAME.test(name))) return null
  const named = scripts.find((name) => BUILD_NAME.test(name))
  if (named !== undefined) return runScript(named)
  if (!BUILD_TOOL.test(command) || BUILDS_NOTHING.test(command)) return null
  const inner = scripts.at(-1)
  return inner === undefined ? `(PATH="$PWD/node_modules/.bin:$PATH"; ${command})` : runScript(inner)
}

const runScript = (name: string): string => `npm run --silent ${name}`

/** Returns whether tests import files outside of the commit: an entry of the package, or an output folder. */
function importsOutput({ files, read }: Project, { entries }: PackageJson): boolean {
  const tracked = new Set(files)
  const tops = new Set(files.map((file) => file.split('/')[0]))
  const isBuilt = (file: string, target: string) => {
    const path = posix.join(posix.dirname(file), target)
    const [top = ''] = path.split('/')
    return (OUTPUT.test(top) && !tops.has(top)) || (entries.includes(path) && !tracked.has(path))
  }
  return files
    .filter((file) => TEST_FILE.test(file))
    .slice(0, MAX_LOOKED_INTO)
    .some((file) => [...(read(file) ?? '').matchAll(IMPORT)].some((match) => isBuilt(file, match[1] ?? '')))
}
