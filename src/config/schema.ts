/** The schema of `.github/tdd-gate.yml`. The published JSON Schema is made from it. */
import * as z from 'zod'
import { CONDITIONS, EXCUSING_ROLES, MUTANT_KINDS } from '../core/model/config.ts'
import { ISOLATION_POLICIES } from '../core/model/isolation.ts'
import { FAILURE_KINDS } from '../core/model/test-run.ts'
import {
  coverageFiles,
  folder,
  globs,
  listField,
  MAX_COMMAND,
  percent,
  section,
  someOf,
  textField,
  timeout,
  variableNames,
  whole,
} from './fields.ts'

const LEVELS = ['off', 'warn', 'error'] as const
const MAX_SHARDS = 64

const command = textField(MAX_COMMAND)
const runnable = {
  setup: command.nullish().describe('Prepares a checkout, for example `npm ci`; runs once for the same inputs.'),
  build: command
    .nullish()
    .describe('Builds what the tests run on, for example `npm run build`; run once for each tree.'),
  reports: globs.nullish().describe('Report files, relative to the directory, or below `{reports}`.'),
  coverage: globs.nullish().describe('Coverage files.'),
}
const commandKey = command.describe(
  'Runs the tests. `{files}` becomes the test files to run (nothing: all), `{reports}` an empty folder outside the tree. `{shard}` becomes the shard, such as 2/3; its argument is omitted where everything runs. `{timeout}` becomes the seconds after which the runner should end a test that hangs.',
)

const suite = section({
  name: textField(64).describe('Shown with the tests of this suite.'),
  directory: folder.nullish().describe('Where the commands run; the top of the repository by default.'),
  ...runnable,
  command: commandKey,
})

const test = section({
  ...runnable,
  coverage: coverageFiles.nullish(),
  command: commandKey.nullish(),
  timeout: timeout.nullish().describe('For one execution: seconds, or `90s`, `5m`, `1h`; 300 by default.'),
  reruns: whole(1, 10).nullish().describe('How often the changed test files run at RED; 2 by default.'),
  env: variableNames.nullish().describe('Names of environment variables that the tests receive.'),
  inputs: globs
    .nullish()
    .describe('All files that set-ups read; by default those of package managers, or the whole tree.'),
  setupEnv: variableNames
    .nullish()
    .describe('Names of environment variables that only the set-up receives, such as the token of a registry.'),
  network: z
    .enum(['host', 'none'])
    .nullish()
    .describe(
      '`none`: tests reach only their own loopback interface, not even services of the machine; `host` by default.',
    ),
  shards: whole(1, MAX_SHARDS)
    .nullish()
    .describe('Number of jobs that share a whole suite; 1 by default. More need `{shard}` in a command.'),
  parallel: z
    .union([whole(1, 16), z.literal('auto')], 'expected a whole number from 1 to 16, or auto')
    .nullish()
    .describe(
      'How many executions run at the same time, each in a sandbox of its own; 1 by default. They are whole suites of later commits, and runs of changed code. `auto`: as many as the machine has cores, four at most, until a run beside another one takes longer or fails.',
    ),
  ablation: section({
    hunks: whole(1, 200).nullish().describe('The most files, hunks and declarations of one GREEN; 6 by default.'),
    minutes: whole(1, 600)
      .nullish()
      .describe(
        'The time after which no further one is tried; by default half the time of the runs with the unchanged code, and half a minute at least.',
      ),
  })
    .nullish()
    .describe(
      'Limits of reverting a GREEN piece by piece (`production-is-asked-for`): each piece costs a run of the drivers.',
    ),
  vary: someOf(CONDITIONS).describe(
    'What differs when some test files run once more: all three by default, none with `[]`. They are the files of drivers at GREEN, and changed files whose tests passed at once. `order`: tests in another order, where the runner has an option for it; `time-zone`: New York; `locale`: Turkish. The result is advice (`flaky-test-is-shown`).',
  ),
  mutants: someOf(MUTANT_KINDS).describe(
    'What `changes-are-pinned` changes: conditions, booleans and texts by default.',
  ),
  mutation: section({
    command: command.describe('Runs the mutation tester. `{files}` becomes the production files that changed.'),
    reports: globs.describe('Its reports, relative to the top of the repository, or below `{reports}`.'),
  })
    .nullish()
    .describe('Runs at each GREEN when `changes-are-pinned` is on, in place of the changes that the gate makes.'),
  suites: z
    .array(suite, 'expected a list of suites')
    .max(50, 'expected at most 50 entries')
    .nullish()
    .describe('Several commands, for monorepos. A suite without `setup` or `build` uses the one beside `suites`.'),
})
  .nullish()
  .describe('How the tests run; detected by default.')

const paths = section({
  tests: globs.nullish().describe('Test files, fixtures and snapshots.'),
  harness: globs.nullish().describe('Files that can change the result of a test run.'),
  docs: globs.nullish().describe('Files that no tool executes.'),
})
  .nullish()
  .describe('Globs that come before the defaults; one without a slash is matched at any depth.')

const METRICS = ['lines', 'branches', 'functions', 'statements', 'patch', 'line', 'branch', 'function', 'statement']
const coverage = z
  .union(
    [percent, section(Object.fromEntries(METRICS.map((metric) => [metric, percent.optional()])))],
    'expected percent from 0 to 100, false or one of them for each metric',
  )
  .describe('Thresholds in percent, 80 by default; `patch` is for changed lines; a single number is for all.')

export const maxAttempts = whole(1, 100)
  .nullish()
  .describe('Failed attempts at the tests of one RED before a task pauses; 3 by default.')
export const accept = listField(z.enum(FAILURE_KINDS), 'expected kinds of failures')
  .nullish()
  .describe('Kinds of failures that count as RED; by default every failure of a test, and GREEN proves the reason.')
export const maxNewTests = whole(1, 10_000).nullish().describe('The most new tests of one RED.')

/** What an organisation can demand of its repositories: it is decided when the measurements exist. */
export const demands = {
  rules: z
    .record(z.string(), z.enum(LEVELS), 'expected a mapping of rules')
    .nullish()
    .describe('Rule code -> level, where it differs from the default. `tdd-gate explain` lists the codes.'),
  refactor: z.enum(['off', 'optional', 'required']).nullish().describe('Whether a cycle ends with a refactor commit.'),
  coverage: coverage.nullish(),
  trust: section({
    level: z
      .enum(['attested', 'verified-run'])
      .nullish()
      .describe(
        'Evidence that the App accepts: `attested` (default) by a token of GitHub, or also by the record of the run alone.',
      ),
    runners: z.enum(['github-hosted', 'any']).nullish().describe('`any`: self-hosted runners count too.'),
  })
    .nullish()
    .describe('Weaker evidence that counts; checks name it.'),
}

export const roles = listField(z.enum(EXCUSING_ROLES), 'expected roles')
  .nullish()
  .describe('Who may `/tdd override` and `/tdd skip`.')

const policy = section({
  sequence: z
    .enum(['commits', 'pull-request'])
    .nullish()
    .describe('Judge every commit, or the pull request as a whole.'),
  ...demands,
  red: section({
    accept,
    stubs: globs.nullish().describe('Production files that RED may touch: declarations without behaviour.'),
    maxNewTests,
  }).nullish(),
  green: section({
    maxAttempts,
    onMaxAttempts: z
      .enum(['pause', 'revert'])
      .nullish()
      .describe(
        'After the last failed attempt `tdd-gate run` and `commit --attempt` wait (`pause`), or go back to RED.',
      ),
  }).nullish(),
  isolation: z
    .enum(ISOLATION_POLICIES)
    .nullish()
    .describe(
      '`required`: the gate measures only inside namespaces; `preferred` (default): the best isolation of the machine; `off`.',
    ),
})
  .nullish()
  .describe('The requirements for commits.')

export const ConfigFile = section({
  version: z.literal(1).describe('Version of this format.'),
  test,
  paths,
  policy,
  git: section({
    branchPattern: textField(200)
      .refine((value) => value.includes('{id}'), 'expected `{id}` in it')
      .nullish()
      .describe('Name of a task branch, from {tag}, {id} and {slug}.'),
    pr: section({
      draft: z.boolean('expected true or false').nullish().describe('`/tdd start` opens a draft (default: true).'),
      title: textField(200)
        .refine((value) => value.includes('{title}'), 'expected `{title}` in it')
        .nullish()
        .describe('Title of the pull request of a task, from {id}, {tag} and {title}.'),
    }).nullish(),
  }).nullish(),
  tasks: section({
    path: folder
      .nullish()
      .describe('Path of the task document, or of a folder of them; `{id}` becomes the id of the task.'),
    rules: z
      .record(z.string(), z.enum(LEVELS), 'expected a mapping of rules')
      .nullish()
      .describe('Rule for TDD task documents -> level, where it differs from the default.'),
  }).nullish(),
  commit: section({
    template: textField(200)
      .refine((value) => value.includes('{msg}'), 'expected `{msg}` in it')
      .nullish()
      .describe(
        'Subject of commits, from {type}, {scope}, {msg}, {taskId}, {subtaskId} and {tag}. A name without a value disappears with its brackets.',
      ),
    scopes: z
      .record(z.string().regex(/^[\w./-]{1,64}$/, 'expected a scope'), globs, 'expected a mapping of scopes to globs')
      .nullish()
      .describe('Scope -> globs of all files of a commit; by default the name of their package or folder.'),
  }).nullish(),
  prompts: section({
    rules: listField(folder, 'expected paths')
      .nullish()
      .describe('Files whose texts begin every prompt, in this order.'),
    red: folder.nullish().describe('File with a further instruction for RED.'),
    green: folder.nullish().describe('File with a further instruction for GREEN.'),
    refactor: folder.nullish().describe('File with a further instruction for REFACTOR.'),
  }).nullish(),
  run: section({
    maxCommits: whole(1, 1_000).nullish().describe('The most commits of one `tdd-gate run`.'),
    maxMinutes: whole(1, 10_000).nullish().describe('The most minutes of one `tdd-gate run`.'),
  }).nullish(),
  override: section({ roles }).nullish(),
  check: z
    .enum(['job', 'app'], 'expected job or app')
    .nullish()
    .describe(
      'What the base branch requires: `job` (default), which fails until the gate passes; `app`: the check `tdd-gate` of the App, and the job passes while work is in progress.',
    ),
})

export type ConfigInput = z.infer<typeof ConfigFile>

/** Returns JSON Schema, draft 2020-12, of the configuration file. */
export function toJsonSchema(): unknown {
  return { ...z.toJSONSchema(ConfigFile, { io: 'input' }), title: 'tdd-gate configuration' }
}
