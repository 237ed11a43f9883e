/** Parses `.github/tdd-gate.yml` into a Config with defaults, or reports all mistakes with their places. */

import {
  type Config,
  DEFAULT_BRANCH_PATTERN,
  DEFAULT_ISOLATION,
  DEFAULT_PULL_TITLE,
  DEFAULT_TRUST,
  EXCUSING_ROLES,
  type SuiteConfig,
  type TestConfig,
} from '../core/model/config.ts'
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'
import { TASK_RULE_CODES } from '../core/model/task-rule.ts'
import { DEFAULT_TEMPLATE } from '../core/text/commit-subject.ts'
import { didYouMean } from '../core/util/nearest.ts'
import { getCoverageGlobs, toFolder, toSeconds } from './fields.ts'
import { type Complaint, pathText } from './mistakes.ts'
import { readBySchema } from './read-file.ts'
import { ConfigFile, type ConfigInput } from './schema.ts'
import { hasThresholds, toThresholds } from './thresholds.ts'
import type { Path } from './yaml.ts'

/** The path of the configuration in the repository. */
export const CONFIG_PATH = '.github/tdd-gate.yml'

/** Other modules use the defaults that they define; those of `policy` stand in `DEFAULT_POLICY`. */
const DEFAULTS = {
  timeoutSeconds: 300,
  reruns: 2,
  shards: 1,
  network: 'host',
  /** Fails closed: a job that the base branch does not require may fail, but one that is required must not pass early. */
  check: 'job',
  advice: 'tried',
} as const

export const DEFAULT_CONFIG: Config = toConfig({ version: 1 })

interface ParseOptions {
  /** Name of the file, for messages. */
  readonly file: string
  /** The codes that `policy.rules` may name. */
  readonly ruleCodes: readonly string[]
}

/**
 * Parses the configuration. @throws GateError `bad-config`: one line for each mistake, `file:line:column message`, in
 * the order of the file
 */
export function parseConfig(text: string, options: ParseOptions): Config {
  return toConfig(readConfigFile(text, options))
}

/** Returns what the file says, without defaults. @throws GateError `bad-config`, as `parseConfig` */
export function readConfigFile(text: string, { file, ruleCodes }: ParseOptions): ConfigInput {
  const schema = { schema: ConfigFile, contradictions: (content: ConfigInput) => contradictions(content, ruleCodes) }
  return readBySchema(text, file, schema)
}

/** Checks constraints that a schema cannot express: conflicting keys, duplicate names, unknown rules. */
function contradictions({ test, policy, tasks }: ConfigInput, ruleCodes: readonly string[]): readonly Complaint[] {
  const complaints: Complaint[] = []
  const complain = (path: Path, message: string, part: Complaint['part'] = 'key') =>
    complaints.push({ path, part, message })
  complaints.push(...unknownRules(policy?.rules, ruleCodes))
  for (const code of Object.keys(tasks?.rules ?? {})) {
    if (!TASK_RULE_CODES.some((known) => known === code))
      complain(['tasks', 'rules', code], `unknown rule \`${code}\`${didYouMean(code, TASK_RULE_CODES)}`)
  }
  const suites = test?.suites ?? []
  if (suites.length > 0) {
    const named = { command: test?.command, reports: test?.reports, coverage: getCoverageGlobs(test?.coverage) }
    for (const [key, value] of Object.entries(named)) {
      if (value)
        complain(
          ['test', key],
          `test.${key}: move it into a suite; with \`suites\` only \`setup\` and \`build\` may stand beside them`,
        )
    }
  } else if (!test?.command && (test?.reports || getCoverageGlobs(test?.coverage))) {
    complain(['test'], 'test.command is missing: reports and coverage do not run tests')
  }
  const commands = suites.length > 0 ? suites.map(({ command }) => command) : [test?.command ?? '']
  if ((test?.shards ?? 1) > 1 && !commands.some((command) => command.includes('{shard}'))) {
    complain(['test', 'shards'], 'test.shards: no command has `{shard}`, so every shard would run everything')
  }
  for (const [index, { name }] of suites.entries()) {
    const path = ['test', 'suites', index, 'name']
    if (suites.findIndex((other) => other.name === name) < index) {
      complain(path, `${pathText(path)}: \`${name}\` is the name of two suites`, 'value')
    }
  }
  return complaints
}

export function unknownRules(
  named: Policy['rules'] | null | undefined,
  known: readonly string[],
): readonly Complaint[] {
  const codes = Object.keys(named ?? {}).filter((code) => !known.includes(code))
  return codes.map((code) => ({
    path: ['policy', 'rules', code],
    part: 'key',
    message: `unknown rule \`${code}\`${didYouMean(code, known)}`,
  }))
}

/** How more than the plain runs are made; absent keys have defaults where they are used. */
function toTrials(test: ConfigInput['test']): Pick<TestConfig, 'parallel' | 'vary' | 'mutants' | 'mutation'> {
  return {
    ...(test?.parallel ? { parallel: test.parallel } : {}),
    ...(test?.vary ? { vary: toList(test.vary) } : {}),
    ...(test?.mutants ? { mutants: toList(test.mutants) } : {}),
    ...(test?.mutation ? { mutation: { ...test.mutation, reports: toList(test.mutation.reports) } } : {}),
  }
}

/** Applies the defaults of this product. */
export function toConfig({
  test,
  paths,
  policy,
  git,
  tasks,
  commit,
  prompts,
  run,
  override,
  check,
  advice,
}: ConfigInput): Config {
  return {
    version: 1,
    test: {
      suites: toSuites(test),
      preparation: toPreparation(test),
      timeoutSeconds: toSeconds(test?.timeout ?? DEFAULTS.timeoutSeconds),
      reruns: test?.reruns ?? DEFAULTS.reruns,
      env: toList(test?.env),
      setupEnv: toList(test?.setupEnv),
      ...(test?.inputs ? { inputs: toList(test.inputs) } : {}),
      isolation: policy?.isolation ?? DEFAULT_ISOLATION,
      network: test?.network ?? DEFAULTS.network,
      shards: test?.shards ?? DEFAULTS.shards,
      ...(test?.coverage === 'auto' && { coverage: 'auto' as const }),
      ...toTrials(test),
    },
    paths: { tests: toList(paths?.tests), harness: toList(paths?.harness), docs: toList(paths?.docs) },
    policy: toPolicy(policy),
    git: {
      branchPattern: git?.branchPattern ?? DEFAULT_BRANCH_PATTERN,
      pr: { draft: git?.pr?.draft ?? true, title: git?.pr?.title ?? DEFAULT_PULL_TITLE },
    },
    tasks: { path: tasks?.path ?? null, rules: tasks?.rules ?? {} },
    commit: { template: commit?.template ?? DEFAULT_TEMPLATE, scopes: toScopes(commit?.scopes) },
    prompts: toPrompts(prompts),
    run: toRun(run, policy),
    check: check ?? DEFAULTS.check,
    advice: advice ?? DEFAULTS.advice,
    maxMinutes: policy?.maxMinutes ?? null,
    trust: {
      level: policy?.trust?.level ?? DEFAULT_TRUST.level,
      runners: policy?.trust?.runners ?? DEFAULT_TRUST.runners,
    },
    override: { roles: override?.roles ? toList(override.roles) : EXCUSING_ROLES },
  }
}

function toRun(run: ConfigInput['run'], policy: ConfigInput['policy']): Config['run'] {
  return {
    onMaxAttempts: policy?.green?.onMaxAttempts ?? 'pause',
    maxCommits: run?.maxCommits ?? null,
    maxMinutes: run?.maxMinutes ?? null,
  }
}

function toPrompts(prompts: ConfigInput['prompts']): Config['prompts'] {
  return {
    rules: toList(prompts?.rules),
    red: prompts?.red ?? null,
    green: prompts?.green ?? null,
    refactor: prompts?.refactor ?? null,
  }
}

function toSuites(test: ConfigInput['test']): readonly SuiteConfig[] {
  const coverage = getCoverageGlobs(test?.coverage)
  const only = test?.command ? [{ ...test, command: test.command, coverage, name: '', directory: '.' }] : []
  return (test?.suites?.length ? test.suites : only).map((suite) => ({
    name: suite.name,
    directory: toFolder(suite.directory ?? '.'),
    setup: suite.setup ?? test?.setup ?? null,
    build: suite.build ?? test?.build ?? null,
    command: suite.command,
    reports: toList(suite.reports),
    coverage: toList(suite.coverage),
  }))
}

/** Returns the preparation of the only suite. Configured suites have their own. */
function toPreparation(test: ConfigInput['test']): Config['test']['preparation'] {
  const isDetected = toSuites(test).length === 0
  return { setup: (isDetected && test?.setup) || null, build: (isDetected && test?.build) || null }
}

function toPolicy(policy: ConfigInput['policy']): Policy {
  const { red, green } = policy ?? {}
  return {
    sequence: policy?.sequence ?? DEFAULT_POLICY.sequence,
    rules: policy?.rules ?? {},
    red: {
      accept: red?.accept ? toList(red.accept) : DEFAULT_POLICY.red.accept,
      stubs: toList(red?.stubs),
      maxNewTests: red?.maxNewTests ?? null,
    },
    green: { maxAttempts: green?.maxAttempts ?? DEFAULT_POLICY.green.maxAttempts },
    refactor: policy?.refactor ?? DEFAULT_POLICY.refactor,
    coverage: toThresholds(policy?.coverage),
    ...(hasThresholds(policy?.coverage) && { demandsCoverage: true as const }),
    ...(typeof policy?.trials?.budget === 'number' && { trials: { budget: policy.trials.budget } }),
  }
}

function toScopes(scopes: NonNullable<ConfigInput['commit']>['scopes']): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(scopes ?? {}).map(([name, given]) => [name, toList(given)]))
}

export function toList<T>(value: T | readonly T[] | null | undefined): readonly T[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value as T]
}
