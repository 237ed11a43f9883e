/** Detects how a project runs its tests, explains why, and returns the configuration that pins it. */
import { posix } from 'node:path'
import { stringify } from 'yaml'
import { runnerNotFound } from '../../core/errors/measuring.ts'
import type { SuiteConfig, TestConfig } from '../../core/model/config.ts'
import { detectSetup } from './dependencies.ts'
import { runners } from './index.ts'
import { getLastResort } from './last-resort.ts'
import { readPackageJson } from './package-json.ts'
import { atTop, buildsFor, callsInPackages, findPackages, hasTestScript, inPackage } from './packages.ts'
import { findGoModules, findParts, type Part } from './parts.ts'
import type { Detection, Project, Runner } from './runner.ts'

export interface DetectedSuites {
  readonly suites: readonly SuiteConfig[]
  /** What was detected and why, one sentence each. */
  readonly explanations: readonly string[]
  /** The text of an equivalent `.github/tdd-gate.yml`. */
  readonly pin: string
}

type Found = Detection & { readonly runner: Runner }

export type Preparation = TestConfig['preparation']

/** Characters of a suite's name in a configuration. */
const MAX_NAME = 64
/** Packages of a workspace that run as suites. */
const MAX_PACKAGES = 50
/** Packages that an example shows. */
const MAX_SHOWN = 5

/** Languages that many projects of another one use for a few tests. */
const SIDES: ReadonlySet<Runner['language']> = new Set(['shell', 'perl', 'c++'])

const AS_DETECTED: Preparation = { setup: null, build: null }

/**
 * Detects the suites.
 * @throws GateError `runner-not-found` with an example of a configuration
 */
export function detectSuites(project: Project, preparation = AS_DETECTED): DetectedSuites {
  const workspace = detectPackages(project)
  const found = detectEverywhere(project, workspace.found)
  if (found.length === 0) {
    const { hint, example } = getQuestion(project)
    throw runnerNotFound(example, hint)
  }
  const suites = found.map((one) => prepare(toSuite(one, project, found.length > 1), preparation))
  const explanations = [
    ...explain(found, project, preparation),
    ...workspace.unmeasured,
    ...otherRunners(project, found),
    ...otherModules(project, found),
  ]
  return { suites, explanations, pin: toPin(suites) }
}

/**
 * Detects at the top; below it, modules of a go.work, packages of a JavaScript workspace, and projects of languages that
 * the top has not. Other packages of JavaScript need a set-up that only their owner knows.
 */
function detectEverywhere(project: Project, packages: readonly Found[]): readonly Found[] {
  const modules = findGoModules(project).flatMap((part) => detectIn(part).filter(isGo))
  const members = [...modules, ...packages]
  const isMember = new Set(members.map(({ runner }) => runner.language))
  const top = detectAt(project).filter(({ runner }) => !isMember.has(runner.language))
  const whole = [...top.filter(({ directory }) => directory === '.'), ...members]
  const known = new Set(whole.map(({ runner }) => runner.language))
  const isNew = ({ runner }: Found) => runner.language !== 'javascript' && !known.has(runner.language)
  const below = findParts(project, { withPackages: false }).flatMap((part) => detectIn(part).filter(isNew))
  return withoutSides([...whole, ...outermost([...top.filter((one) => !whole.includes(one)), ...below])], project)
}

interface Workspace {
  readonly found: readonly Found[]
  /** One sentence about each package whose tests do not run. */
  readonly unmeasured: readonly string[]
}

/** Detects each package of a workspace, unless the test script at the top runs the tests of all. */
function detectPackages(project: Project): Workspace {
  if (detectAt(project).some((one) => isJavaScript(one) && one.isNamed)) {
    const calls = callsInPackages(project).map((command) => `\`${command}\``)
    return { found: [], unmeasured: calls.length === 0 ? [] : [saySilent(calls)] }
  }
  const packages = findPackages(project)
  const all = packages.map((part) => ({ part, found: detectIn(part).filter(isJavaScript) }))
  const found = all.flatMap(({ part, found: own }) =>
    own.map((one) => ({
      ...one,
      command: inPackage(one.command, part.folder),
      build: buildsFor(one.build, part, packages),
    })),
  )
  const silent = all.filter(({ part, found: own }) => own.length === 0 && hasTestScript(part))
  const unmeasured = [...silent.map(({ part }) => part.folder), ...found.slice(MAX_PACKAGES).map(getDirectory)]
  if (found.length === 0) return NO_WORKSPACE
  return { found: found.slice(0, MAX_PACKAGES), unmeasured: unmeasured.length === 0 ? [] : [saySilent(unmeasured)] }
}

/** A test script may start several runners, of which one is taken. */
function otherRunners(project: Project, found: readonly Found[]): readonly string[] {
  const top = found.filter((one) => isJavaScript(one) && one.directory === '.')
  const named = top.length === 0 ? [] : detectAll(project).filter((one) => isJavaScript(one) && one.isNamed)
  const others = named.filter((one) => !top.some(({ runner }) => runner === one.runner))
  return others.length === 0 ? [] : [saySilent(others.map(({ runner }) => runner.name))]
}

/** `go test ./...` leaves out modules below the top, which may need services or other tools. */
function otherModules(project: Project, found: readonly Found[]): readonly string[] {
  const known = found.filter(isGo).map(getDirectory)
  if (known.length === 0) return []
  const modules = findParts(project, { withPackages: false }).filter(({ files }) => files.includes('go.mod'))
  const silent = modules.filter((part) => detectIn(part).some(isGo)).map(({ folder }) => folder)
  const others = silent.filter((folder) => !known.includes(folder))
  return others.length === 0 ? [] : [saySilent(others)]
}

const NO_WORKSPACE: Workspace = { found: [], unmeasured: [] }
const isJavaScript = ({ runner }: Found) => runner.language === 'javascript'
const getDirectory = ({ directory }: Found) => directory
const saySilent = (folders: readonly string[]) =>
  `The tests of ${folders.join(', ')} do not run: configure these suites in .github/tdd-gate.yml.`

/**
 * Drops what is often only a part of another project, and then needs tools that its owner may not have. Where it has more
 * test files than the others, it is the project.
 */
function withoutSides(all: readonly Found[], { files }: Project): readonly Found[] {
  const count = (found: readonly Found[]) =>
    files.filter((path) => found.some(({ runner }) => runner.isTestFile(path))).length
  const main = all.filter(({ runner }) => !SIDES.has(runner.language))
  if (main.length === 0 || main.length === all.length) return all
  const tests = count(main)
  return all.filter((one) => main.includes(one) || count([one]) > tests)
}

const isGo = ({ runner }: Found) => runner.language === 'go'

const detectAt = (project: Project) => onePerLanguage(detectAll(project))

function detectAll(project: Project): readonly Found[] {
  return runners.flatMap((runner) => {
    const detection = runner.detect(project)
    return detection === null ? [] : [{ ...detection, runner }]
  })
}

const detectIn = (part: Part): readonly Found[] =>
  detectAt(part).map((one) => ({ ...one, directory: posix.join(part.folder, one.directory) }))

/** Drops what a project of the same language around it runs as well. */
function outermost(all: readonly Found[]): readonly Found[] {
  const isInside = (one: Found, other: Found) =>
    one.runner.language === other.runner.language && one.directory.startsWith(`${other.directory}/`)
  const unique = [...new Map(all.map((one) => [`${one.runner.language} ${one.directory}`, one])).values()]
  return unique.filter((one) => !unique.some((other) => isInside(one, other)))
}

/**
 * Asks the author of a project without a known runner: what it lacks, and a configuration to complete. It shows the
 * packages below the top as suites, where there are any: the author knows how they are set up.
 */
export function getQuestion(project: Project): { readonly hint: string; readonly example: string } {
  const found = outermost(findParts(project, { withPackages: true }).flatMap(detectIn)).slice(0, MAX_SHOWN)
  const suites = found.map((one) => toSuite(one, project, found.length > 1))
  const { command, report, hint } = getLastResort(project)
  return { hint, example: suites.length === 0 ? toText({ command, reports: [report] }) : toPin(suites) }
}

/** Prefers runners that the test script names over those that are only installed. */
function onePerLanguage(found: readonly Found[]): readonly Found[] {
  return [...Map.groupBy(found, ({ runner }) => runner.language).values()].map(
    (rivals) => rivals.find(({ isNamed }) => isNamed) ?? rivals[0]!,
  )
}

function toSuite(
  { runner, directory, build = null, command, reports }: Found,
  project: Project,
  isOneOfMany: boolean,
): SuiteConfig {
  const isRepeated = directory !== '.' && isOneOfMany
  const install = runner.language === 'javascript' ? detectSetup(project) : null
  const setup = install && atTop(install.command, directory)
  return {
    name: isRepeated ? directory.slice(0, MAX_NAME) : isOneOfMany ? runner.name : '',
    directory,
    setup,
    build,
    command,
    reports,
    coverage: [],
  }
}

/** Prefers the configuration over detection. */
function prepare(suite: SuiteConfig, { setup, build }: Preparation): SuiteConfig {
  return { ...suite, setup: setup ?? suite.setup, build: build ?? suite.build }
}

/** Says what runs where, and once how packages are installed. */
function explain(found: readonly Found[], project: Project, { setup: own }: Preparation): readonly string[] {
  const detected = found.map(
    ({ directory, why }) => `Detected ${directory === '.' ? why : `${why} (in ${directory})`}.`,
  )
  if (own !== null) return [...detected, `Its set-up is \`${own}\`, from the configuration.`]
  if (!found.some(isJavaScript)) return detected
  const setup = detectSetup(project)
  if (setup === null && (readPackageJson(project)?.dependencies.size ?? 0) === 0) return detected
  const modules =
    setup === null
      ? 'There is no lock file, so the tests use the node_modules of your working tree as they are.'
      : `Dependencies are installed with \`${setup.command}\`, because there is a ${setup.lock}.`
  return [...detected, modules]
}

function toPin(suites: readonly SuiteConfig[]): string {
  const entries = suites.map(({ name, directory, setup, build, command, reports }) => ({
    ...(name === '' && directory === '.' ? {} : { name: name || directory.slice(0, MAX_NAME) }),
    ...(directory === '.' ? {} : { directory }),
    ...(setup === null ? {} : { setup }),
    ...(build === null ? {} : { build }),
    command,
    reports: [...reports],
  }))
  // Only a suite has a folder of its own.
  const isPlain = suites.length === 1 && suites[0]?.directory === '.'
  return toText(isPlain ? entries[0] : { suites: entries })
}

const toText = (test: unknown): string => stringify({ version: 1, test }, { lineWidth: 0 })
