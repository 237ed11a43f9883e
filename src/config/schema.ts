/** The schema of `.github/tdd-gate.yml`. The published JSON Schema is made from it. */
import * as z from 'zod'
import { DEFAULT_STARTS, START } from '../core/compare/trial-budget.ts'
import { ADVICE, EXCUSING_ROLES } from '../core/model/config.ts'
import { ISOLATION_POLICIES } from '../core/model/isolation.ts'
import { FAILURE_KINDS } from '../core/model/test-run.ts'
import { folder, globs, listField, percent, section, textField, whole } from './fields.ts'
import { test } from './test-schema.ts'

const LEVELS = ['off', 'warn', 'error'] as const
const paths = section({
  tests: globs.nullish().describe('Test files, fixtures and snapshots.'),
  harness: globs.nullish().describe('Files that can change the result of a test run.'),
  docs: globs.nullish().describe('Files that neither tests nor their runner read.'),
})
  .nullish()
  .describe('Globs that come before the defaults; one without a slash is matched at any depth.')

const MAX_BUDGET = 100
/** In less than a second nothing is judged. */
const [MIN_MINUTES, MAX_MINUTES] = [0.02, 10_000]
const MINUTES = `expected a number of minutes from ${MIN_MINUTES} to ${MAX_MINUTES}`
const BUDGET = `expected a number of runs from 0 to ${MAX_BUDGET}`
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
  trials: section({
    budget: z
      .number(BUDGET)
      .min(0, BUDGET)
      .max(MAX_BUDGET, BUDGET)
      .nullish()
      .describe(
        `What the trials of one commit may cost, in runs of its suite; by default one run, and the start of ${DEFAULT_STARTS} more. A run counts its tests, and ${START} for its start. Trials that decide whether a commit is accepted always run.`,
      ),
  })
    .nullish()
    .describe('Changed code and tests that the gate tries.'),
  maxMinutes: z
    .number(MINUTES)
    .min(MIN_MINUTES, MINUTES)
    .max(MAX_MINUTES, MINUTES)
    .nullish()
    .describe(
      'The most minutes of one judgement. When they end, it stops with the error `out-of-time`. On the same machine the next one goes on where it stopped.',
    ),
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
  advice: z
    .enum(ADVICE, 'expected off, structural or tried')
    .nullish()
    .describe(
      'How `verify` and `next` find commands for a rejected branch: `tried` (default) judges them on a copy, with its tests; `structural` judges phases and files and runs nothing; `off`: by the rules alone.',
    ),
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
