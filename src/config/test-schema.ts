/** The section `test` of `.github/tdd-gate.yml`: how the tests run. */
import * as z from 'zod'
import { CONDITIONS, MUTANT_KINDS } from '../core/model/config.ts'
import {
  coverageFiles,
  folder,
  globs,
  MAX_COMMAND,
  section,
  someOf,
  textField,
  timeout,
  variableNames,
  whole,
} from './fields.ts'

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

export const test = section({
  ...runnable,
  coverage: coverageFiles.nullish(),
  command: commandKey.nullish(),
  timeout: timeout.nullish().describe('For one execution: seconds, or `90s`, `5m`, `1h`; 300 by default.'),
  reruns: whole(1, 10)
    .nullish()
    .describe(
      'How often the changed test files run at RED; 2 by default. Files that do not load for want of code of the project run once.',
    ),
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
  vary: someOf(CONDITIONS).describe(
    'What differs when some test files run once more: all three by default, none with `[]`. They are the files of drivers at GREEN, and changed files whose tests passed at once. `order`: tests in another order, where the runner has an option for it; `time-zone`: New York; `locale`: Turkish. The result is advice (`flaky-test-is-shown`).',
  ),
  mutants: someOf(MUTANT_KINDS).describe(
    'What `changes-are-pinned` changes: conditions, booleans, texts, rounding, effects and swallowed errors (`handlers`) by default.',
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
