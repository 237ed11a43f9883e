/**
 * Proves for every key of the configuration that a change of it changes behaviour: a key without a row here is a lie. The
 * digest of the policy changes with each key, so it proves nothing.
 */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isHeldByApp } from '../../src/action/judge.ts'
import { makeContext } from '../../src/app/gate/context.ts'
import { compileGlobs, createClassifier } from '../../src/config/file-class.ts'
import { DEFAULT_CONFIG, parseConfig } from '../../src/config/parse.ts'
import { toJsonSchema } from '../../src/config/schema.ts'
import { findScope } from '../../src/config/scopes.ts'
import { getTrialBudget } from '../../src/core/compare/trial-budget.ts'
import { outOfTime } from '../../src/core/errors/measuring.ts'
import type { Phase } from '../../src/core/evaluate/phase.ts'
import { getRunEnd, type RunFacts } from '../../src/core/evaluate/run-end.ts'
import { planStep, startWalk } from '../../src/core/evaluate/walk.ts'
import { type Config, dividesSuites, type SuiteConfig } from '../../src/core/model/config.ts'
import { attemptsAreLimited } from '../../src/core/rules/attempts-are-limited.ts'
import { coverageHolds } from '../../src/core/rules/coverage-holds.ts'
import { redChangesTestsOnly } from '../../src/core/rules/red-changes-tests-only.ts'
import { redFailsForTheRightReason } from '../../src/core/rules/red-fails-for-the-right-reason.ts'
import { redMatchesPlan } from '../../src/core/rules/red-matches-plan.ts'
import { refactorKeepsApart } from '../../src/core/rules/refactor-keeps-apart.ts'
import type { Rule } from '../../src/core/rules/rule.ts'
import { getStart } from '../../src/core/task/start.ts'
import type { Range } from '../../src/git/range.ts'
import { getMaxRuns } from '../../src/operations/advice/advise.ts'
import { factsIn } from '../../src/operations/hook.ts'
import { readPlan } from '../../src/operations/tasks/plan.ts'
import { withHelpers } from '../../src/operations/verify/open-measurer.ts'
import { getPromptPaths } from '../../src/operations/work-context.ts'
import { toSubject } from '../../src/render/commit-message.ts'
import { getMutants } from '../../src/rewriting/mutants.ts'
import { parseTask } from '../../src/tasks/parse-plan.ts'
import { fillCommand } from '../../src/test-runner/command.ts'
import type { Measurer } from '../../src/test-runner/measurer.ts'
import { pickVariables, testEnvironment } from '../../src/test-runner/process/environment.ts'
import { findWrittenReports } from '../../src/test-runner/reports/collect.ts'
import { planRequest, planRun } from '../../src/test-runner/run-plan.ts'
import { detectSuites } from '../../src/test-runner/runners/detect.ts'
import { bubblewrap } from '../../src/test-runner/sandbox/bubblewrap.ts'
import { openSandbox } from '../../src/test-runner/sandbox/sandbox.ts'
import { withBuilds } from '../../src/test-runner/set-up/builds.ts'
import { hasSetup } from '../../src/test-runner/set-up/install.ts'
import { tryVaried } from '../../src/trials/varied.ts'
import { aPull, PEOPLE, says } from '../core/commands/support.ts'
import { aContext, aCycle, aPlan, type Given } from '../core/rules/support.ts'
import { openPull } from '../core/story.ts'
import { aCommit, change, DIGEST, failing, getEvidence, tracked } from '../core/support.ts'
import { getFolder } from '../support/folder.ts'
import { createMeasurerState, suite } from '../support/measuring.ts'
import { tddTask } from '../support/tdd-task.ts'

const ID = 'a.test.ts > adds'
type See = (config: Config) => unknown
/** Two values, and what changes with them. */
type Row = readonly [unknown, unknown, See]

const first = ({ test: { suites } }: Config) => suites[0] as SuiteConfig
const getSuites = ({ test: { suites } }: Config) => suites.map((config) => ({ config, runner: null }))
const ruled =
  (rule: Rule, given: Given): See =>
  ({ policy }) =>
    rule.check(aContext({ ...given, policy })) === null
const classOf: See = ({ paths }) => createClassifier(paths)('src/x.dat')
/** The arguments that a command gets, as the id of its only test. */
const timed: See = async ({ test: config }) => {
  const command = `echo '<testsuite><testcase classname="c" name="{timeout}"/></testsuite>' > {reports}/r.xml`
  await using state = await createMeasurerState({ config, suites: [suite({ command, reports: ['{reports}/r.xml'] })] })
  return (await state.measure({})).run.cases.map(({ id }) => id)
}
const helped: See = ({ test: config }) => {
  const subjects = { subjects: [], origin: { sha: '', tree: '' } }
  const ground = { parts: { config, suites: [], checkout: {} }, subjects }
  return withHelpers({ shared: {} } as Measurer, ground as unknown as Parameters<typeof withHelpers>[1]).hasHelpers
}
const varied: See = async (config) => {
  const requests: unknown[] = []
  const aside = async (_: string, request: unknown) => {
    requests.push(request)
    return { run: { cases: [] }, problems: [], durationMs: 0 }
  }
  const session = { suitesToRun: [], config, criteria: config }
  const context = { session, commit: { tree: 't' }, takesFiles: true, measured: { runs: [] } }
  const runs = { aside, mayRun: () => true, note: () => undefined } as unknown as Parameters<typeof tryVaried>[1]
  await tryVaried(context as unknown as Parameters<typeof tryVaried>[0], runs, ['a.test.js'])
  return requests
}
const divided: See = ({ test }) => dividesSuites([{} as SuiteConfig, {} as SuiteConfig], test)
const chosen: See = (config) =>
  planRequest({ suites: getSuites(config), config: {} }, { files: null, suites: ['a'] }, new Set()).parts.length
const isBuilt: See = (config) => {
  const setup = {} as Parameters<typeof withBuilds>[1]
  return withBuilds(getSuites(config), setup, {} as Parameters<typeof withBuilds>[2]) !== setup
}
const stubbed: See = (config) => {
  const session = { classify: () => 'test', config, repository: {} } as unknown as Parameters<typeof factsIn>[0]
  return factsIn(session)('src/a.d.ts').isStub
}
/** The tasks of the base, which a refusal names. */
const planned: See = (config) => {
  const reader = { listTree: async () => new Map([['a/1.json', {}]]) } as unknown as Parameters<typeof readPlan>[0]
  return readPlan(reader, { baseTree: 't' } as Range, config, { task: '2' }).catch(String)
}
const budgeted: See = ({ policy }) => getTrialBudget(10, policy.trials?.budget)
const mutated: See = ({ test: config }) =>
  planRequest({ suites: [], config }, { files: null, mutation: ['a.js'] }, new Set())
const changed: See = ({ test: config }) =>
  getMutants('a.js', 'const f = (a) => a > 1\n', [{ first: 1, last: 1 }], config.mutants)
const filled: See = (config) =>
  fillCommand(first(config).command, { targets: ['a.js'], reports: '/r', assets: '/a', timeoutSeconds: 1 })
const found =
  (kind: 'reports' | 'coverage'): See =>
  (config) => {
    const tree = getFolder({ 'a.xml': '<a/>', 'b.xml': '<b/>', 'reports/x': '' })
    for (const name of ['a.xml', 'b.xml']) utimesSync(join(tree, name), new Date(), new Date())
    const place = { tree, directory: tree, reports: join(tree, 'reports') }
    return findWrittenReports(first(config)[kind], place, 0).files.map(({ name }) => name)
  }
const detected: See = ({ test: { preparation } }) => {
  const text = '{ "scripts": { "test": "node --test" } }'
  const project = {
    files: ['package.json', 'a.test.js'],
    read: (path: string) => (path === 'package.json' ? text : ''),
  }
  return detectSuites(project, preparation).suites.map(({ setup, build }) => [setup, build])
}
const networked: See = ({ test: { network } }) => {
  const limits = { processBytes: 1, fileBytes: 1, processes: 1, sharedBytes: 1 }
  const view = { hidden: [], mounts: [], directory: '/', env: {}, network, limits }
  return bubblewrap('true', view, getFolder({}), { privilege: 'user', uid: 1, gid: 1 }).argv.join(' ')
}
const isolated: See = async ({ test: { isolation: policy } }) => {
  const folder = getFolder({})
  const places = { folder, tree: folder, top: null, hidden: [], source: {} }
  const options = { ...places, policy, network: 'host', extra: [], node: process.execPath } as const
  return (await openSandbox(options as Parameters<typeof openSandbox>[0])).isolation
}
const variables: See = ({ test: { env: extra } }) => {
  const places = { checkout: '/c', home: '/h', temporary: '/t' }
  const names = testEnvironment({
    source: { A1: '1', B1: '1' },
    folder: getFolder({}),
    places,
    extra,
    node: process.execPath,
  })
  return Object.keys(names)
}
const setUpVariables: See = ({ test: { setupEnv } }) => Object.keys(pickVariables({ A1: '1', B1: '1' }, setupEnv))
const setUpInputs: See = ({ test: { inputs = [] } }) => compileGlobs(inputs, false)('vendor/install.sh')
const repeats: See = ({ test: { reruns }, policy }) => {
  const walk = startWalk('b'.repeat(40), 't', undefined, { policy, policyDigest: DIGEST, plan: null })
  const red = aCommit({ phase: 'red', task: '1', changes: [change('a.test.ts', 'test')] })
  return planStep(walk, red, reruns).plan.repeat
}
const stub = { 'a.test.ts': 'v1' }
const concluded: See = ({ policy }) => {
  const pull = openPull({ policy })
  pull.red(stub, { [ID]: 'passed' })
  return pull.decision().conclusion
}
const trusted: See = ({ trust }) =>
  makeContext({
    app: { id: 7, slug: 'gate' },
    serverUrl: 'https://github.com',
    workflows: [],
    readConfig: async () => ({ config: DEFAULT_CONFIG, unread: null }),
    handleRequest: async () => [],
  })
    .trustIn('1')
    .weakened(trust)?.digest
const started: See = ({ git }) => {
  const base = { branch: 'main', sha: 'b', tree: 't' }
  const about = { plan: aPlan(), issue: 1, base, policyDigest: '', planDigest: '' }
  const { branchPattern, pr } = git
  const { branch, isDraft, title } = getStart({ ...about, branchPattern, isDraft: pr.draft, titleTemplate: pr.title })
  return [branch, isDraft, title]
}
const excused: See = ({ override }) =>
  says(PEOPLE.mona, '/tdd override x', { pull: aPull(), excusingRoles: override.roles }).effects.length
const prompted =
  (phase: Phase): See =>
  ({ prompts }) =>
    getPromptPaths(prompts, phase)
const ended =
  (given: Partial<RunFacts>): See =>
  ({ run }) => {
    const next = { action: 'make-tests-pass', phase: 'green', limits: { attempts: 0, maxAttempts: 3 } } as const
    const facts = { next, steps: 0, commits: 0, minutes: 0, idle: 0, refused: 0, isUsedUp: false, ...given }
    return getRunEnd(facts, { ...run, maxSteps: 30 })
  }
const linted: See = ({ tasks: { rules } }) => {
  try {
    return parseTask(
      JSON.stringify({ ...tddTask(), title: 'x', context: { ...tddTask().context, acceptance: ['thorough, 85%'] } }),
      {
        id: null,
        file: 'IMPL-1.json',
        rules,
      },
    ).warnings
  } catch (error) {
    return String(error)
  }
}
const held: See = ({ check }) =>
  isHeldByApp({ inputs: { publish: false }, subject: { event: 'pull_request' } }, { checkHolder: check })

const ratio = { covered: 50, total: 100 }
const measured = (metric: string): See => {
  const name = metric === 'branch' ? 'branches' : `${metric.replace(/s$/, '')}s`
  const totals = metric === 'patch' ? {} : { [name]: ratio }
  const patch = metric === 'patch' ? ratio : null
  return ruled(coverageHolds, { phase: 'green', evidence: getEvidence({ coverage: { totals, patch } }) })
}
const METRICS = ['lines', 'branches', 'functions', 'statements', 'patch', 'line', 'branch', 'function', 'statement']
const failed = getEvidence({
  comparison: { newlyFailing: [ID, 'a.test.ts > b'] },
  failing: [failing(ID, { kind: 'timeout' })],
})
const missed = { cycle: aCycle({ attempts: 1 }), evidence: getEvidence({ watched: [tracked(ID, 'failed')] }) }
const setUp: See = (config) => hasSetup(getSuites(config))
const owned: See = (config) =>
  planRun(getSuites(config), ['a/x.test.js'], new Set(['a/x.test.js', 'c/x.test.js'])).parts.map(({ suite, files }) => [
    suite.config.directory,
    files,
  ])
const DETECTED = ['test.setup', 'test.build']

const ROWS: Readonly<Record<string, Row>> = {
  'test.setup': [null, 'make setup', detected],
  'test.build': [null, 'make build', detected],
  'test.reports': ['a.xml', 'b.xml', found('reports')],
  'test.coverage': ['a.xml', 'b.xml', found('coverage')],
  'test.command': ['run {files}', 'test {files}', filled],
  'test.timeout': ['1m', '2m', timed],
  'test.reruns': [2, 5, repeats],
  'test.env': [['A1'], ['B1'], variables],
  'test.setupEnv': [['A1'], ['B1'], setUpVariables],
  'test.inputs': [['vendor/**'], [], setUpInputs],
  'test.parallel': [1, 2, helped],
  'test.vary': [['locale'], [], varied],
  'test.mutants': [['conditions'], ['numbers'], changed],
  'test.mutation.command': ['mutate', 'mutate {files}', mutated],
  'test.mutation.reports': ['a.json', 'b.json', mutated],
  'test.network': ['host', 'none', networked],
  'test.shards': [1, 2, divided],
  'test.suites[].name': ['a', 'b', chosen],
  'test.suites[].directory': ['a', 'c', owned],
  'test.suites[].setup': [null, 'npm ci', setUp],
  'test.suites[].build': [null, 'make', isBuilt],
  'test.suites[].reports': ['a.xml', 'b.xml', found('reports')],
  'test.suites[].coverage': ['a.xml', 'b.xml', found('coverage')],
  'test.suites[].command': ['run {files}', 'test {files}', filled],
  'paths.tests': [[], ['src/*.dat'], classOf],
  'paths.harness': [[], ['src/*.dat'], classOf],
  'paths.docs': [[], ['src/*.dat'], classOf],
  'policy.sequence': [
    'commits',
    'pull-request',
    ruled(redChangesTestsOnly, { changes: [change('package.json', 'harness')] }),
  ],
  'policy.rules': [{}, { 'red-has-driver': 'off' }, concluded],
  'policy.red.accept': [['assertion'], ['timeout'], ruled(redFailsForTheRightReason, { evidence: failed })],
  'policy.red.stubs': [[], ['src/*.d.ts'], stubbed],
  'policy.red.maxNewTests': [1, 2, ruled(redMatchesPlan, { evidence: failed })],
  'policy.green.maxAttempts': [2, 3, ruled(attemptsAreLimited, { phase: 'green', ...missed })],
  'policy.refactor': [
    'off',
    'optional',
    ruled(refactorKeepsApart, { phase: 'refactor', changes: [change('src/a.ts')] }),
  ],
  ...Object.fromEntries(METRICS.map((metric) => [`policy.coverage.${metric}`, [40, 60, measured(metric)] as const])),
  'policy.trials.budget': [1, 2.5, budgeted],
  'policy.maxMinutes': [1, 2, ({ maxMinutes }) => outOfTime(maxMinutes ?? 0, 0, 1).message],
  'policy.isolation': ['off', 'preferred', isolated],
  'policy.trust.level': ['attested', 'verified-run', trusted],
  'policy.trust.runners': ['github-hosted', 'any', trusted],
  'git.branchPattern': ['a/{id}', 'b/{id}', started],
  'git.pr.draft': [true, false, started],
  'git.pr.title': ['{title}', '#{id}: {title}', started],
  'tasks.path': ['a/{id}.json', 'b/{id}.json', planned],
  'commit.template': [
    '{type}: {msg}',
    '{msg}',
    ({ commit }) => toSubject({ phase: 'red', subtask: null }, null, commit.template),
  ],
  'commit.scopes': [{ cart: 'src/*' }, { shop: 'src/*' }, ({ commit }) => findScope(commit.scopes, ['src/a.ts'])],
  'prompts.rules': [['a.md'], ['a.md', 'b.md'], prompted('green')],
  'prompts.red': ['a.md', 'b.md', prompted('red')],
  'prompts.green': ['a.md', 'b.md', prompted('green')],
  'prompts.refactor': ['a.md', 'b.md', prompted('refactor')],
  'policy.green.onMaxAttempts': ['pause', 'revert', ended({ isUsedUp: true })],
  'run.maxCommits': [4, 5, ended({ commits: 4 })],
  'run.maxMinutes': [4, 5, ended({ minutes: 4 })],
  'tasks.rules': [{}, { 'words-are-exact': 'warn' }, linted],
  'override.roles': [['maintain', 'admin'], ['admin'], excused],
  check: ['job', 'app', held],
  advice: ['structural', 'tried', getMaxRuns],
}

/** A configuration with this key, and what else the key needs. */
function configWith(path: string, value: unknown): Config {
  const [name = '', ...parents] = path.split('.').toReversed()
  const inSuite = path.startsWith('test.suites[].')
  const suite = { name: 's', command: 'run {files}', [name]: value }
  const least = DETECTED.includes(path) ? {} : { command: 'run {files} {shard}' }
  const beside = path.startsWith('test.mutation.') ? { command: 'mutate', reports: 'm.json' } : {}
  const nested = parents.reduce<object>((below, parent) => ({ [parent]: below }), { ...beside, [name]: value })
  const given = inSuite ? { test: { suites: [suite] } } : nested
  const test = { ...(inSuite ? {} : least), ...(given as { test?: object }).test }
  const text = JSON.stringify({ version: 1, ...given, test })
  return parseConfig(text, { file: 'x', ruleCodes: ['red-has-driver'] })
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const getAlternatives = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(getAlternatives)]

/** Paths of all keys that have no keys below them. */
function getLeaves(schema: Schema, at: string): string[] {
  const below = getAlternatives(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, next]) => getLeaves(next, at === '' ? name : `${at}.${name}`)),
    ...(items === undefined ? [] : getLeaves(items, `${at}[]`).filter((path) => path !== `${at}[]`)),
  ])
  return below.length > 0 ? below : [at]
}

test('every key has a row, and every row a key; a version only says how the rest is read', () => {
  const keys = getLeaves(toJsonSchema() as Schema, '')
  expect(Object.keys(ROWS).toSorted()).toEqual(keys.filter((key) => key !== 'version').toSorted())
})

test.each(Object.entries(ROWS))('a change of `%s` changes behaviour', async (path, [one, other, see]) => {
  const [before, after] = [await see(configWith(path, one)), await see(configWith(path, other))]
  expect(after).not.toEqual(before)
})
