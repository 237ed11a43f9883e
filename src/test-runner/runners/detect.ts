/** Detects how a project runs its tests, explains why, and returns the configuration that pins it. */
import { stringify } from 'yaml'
import { RSPEC_LACKS, runnerNotFound } from '../../core/errors/measuring.ts'
import type { SuiteConfig, TestConfig } from '../../core/model/config.ts'
import { detectSetup } from './dependencies.ts'
import { runners } from './index.ts'
import { readPackageJson } from './package-json.ts'
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

const AS_DETECTED: Preparation = { setup: null, build: null }

/**
 * Detects the suites.
 * @throws GateError `runner-not-found` with an example of a configuration
 */
export function detectSuites(project: Project, preparation = AS_DETECTED): DetectedSuites {
  const found = onePerLanguage(
    runners.flatMap((runner) => {
      const detection = runner.detect(project)
      return detection === null ? [] : [{ ...detection, runner }]
    }),
  )
  if (found.length === 0)
    throw runnerNotFound(
      runners.map(({ name }) => name),
      EXAMPLE,
      project.files.some((path) => path.endsWith('_spec.rb')) ? RSPEC_LACKS : '',
    )
  const suites = found.map((one) => prepare(toSuite(one, project, found.length > 1), preparation))
  return { suites, explanations: found.flatMap((one) => explain(one, project, preparation)), pin: toPin(suites) }
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
  const setup = runner.language === 'javascript' ? (detectSetup(project)?.command ?? null) : null
  return { name: isOneOfMany ? runner.name : '', directory, setup, build, command, reports, coverage: [] }
}

/** Prefers the configuration over detection. */
function prepare(suite: SuiteConfig, { setup, build }: Preparation): SuiteConfig {
  return { ...suite, setup: setup ?? suite.setup, build: build ?? suite.build }
}

function explain({ runner, why }: Found, project: Project, { setup: own }: Preparation): readonly string[] {
  if (own !== null) return [`Detected ${why}.`, `Its set-up is \`${own}\`, from the configuration.`]
  if (runner.language !== 'javascript') return [`Detected ${why}.`]
  const setup = detectSetup(project)
  if (setup === null && (readPackageJson(project)?.dependencies.size ?? 0) === 0) return [`Detected ${why}.`]
  const modules =
    setup === null
      ? 'There is no lock file, so the tests use the node_modules of your working tree as they are.'
      : `Dependencies are installed with \`${setup.command}\`, because there is a ${setup.lock}.`
  return [`Detected ${why}.`, modules]
}

function toPin(suites: readonly SuiteConfig[]): string {
  const entries = suites.map(({ name, directory, setup, build, command, reports }) => ({
    ...(name === '' ? {} : { name }),
    ...(directory === '.' ? {} : { directory }),
    ...(setup === null ? {} : { setup }),
    ...(build === null ? {} : { build }),
    command,
    reports: [...reports],
  }))
  return stringify({ version: 1, test: suites.length === 1 ? entries[0] : { suites: entries } }, { lineWidth: 0 })
}

const EXAMPLE = `version: 1
test:
  command: make test
  reports:
    - build/junit.xml
`
