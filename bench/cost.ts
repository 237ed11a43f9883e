/**
 * Measures what a RED and its GREEN cost by runner and size of the suite, with everything that they start: the bare
 * commands, `verify` for the first time, without trials, with nothing new, and after one more cycle.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toTable } from '../scripts/docs-tables.ts'
import { toMachine } from './kept-figures.ts'
import { below, type Measure } from './measure.ts'
import { commit, createEmptyProject, type Files } from './project.ts'
import { demand } from './verify.ts'

const PAGE = 'docs/reference/cost.md'
/** Of a month. */
const PULL_REQUESTS = 200

interface Runner {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** A command that succeeds where the runner is installed. */
  readonly needs: readonly [string, ...string[]]
  /** Seconds of a suite; each takes about a dozen times as long. */
  readonly sizes: readonly number[]
  /** A suite that uses one core for so long. */
  readonly suite: (seconds: number) => Files
  readonly test: (n: number) => Files
  readonly code: (n: number) => Files
}

const NODE: Runner = {
  name: 'node:test',
  command: [process.execPath, '--test'],
  needs: [process.execPath, '--version'],
  sizes: [0.1, 1, 10],
  suite: (seconds) => ({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'test/busy.test.js': `import { test } from 'node:test'\ntest('busy', () => {\n  const end = process.cpuUsage().user + ${seconds * 1e6}\n  let sum = 1\n  while (process.cpuUsage().user < end) for (let n = 0; n < 1e6; n += 1) sum = (sum * 31 + n) % 1000003\n})\n`,
  }),
  test: (n) => ({
    [`test/fee${n}.test.js`]: `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { fee } from '../src/fee${n}.js'\ntest('a fee', () => assert.equal(fee(100), 3))\ntest('no fee', () => assert.equal(fee(0), 0))\n`,
  }),
  code: (n) => ({
    [`src/fee${n}.js`]: 'export function fee(cents) {\n  if (cents <= 0) return 0\n  return cents * 0.03\n}\n',
  }),
}
const PYTEST: Runner = {
  name: 'pytest',
  command: ['python3', '-m', 'pytest', '-q'],
  needs: ['python3', '-m', 'pytest', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    'conftest.py': '',
    'tests/test_busy.py': `import time\n\n\ndef test_busy():\n    end = time.process_time() + ${seconds}\n    while time.process_time() < end:\n        sum(range(100_000))\n`,
  }),
  test: (n) => ({
    [`tests/test_fee${n}.py`]: `from fee${n} import fee\n\n\ndef test_a_fee():\n    assert fee(100) == 3\n\n\ndef test_no_fee():\n    assert fee(0) == 0\n`,
  }),
  code: (n) => ({
    [`fee${n}.py`]: 'def fee(cents):\n    if cents <= 0:\n        return 0\n    return cents * 3 // 100\n',
  }),
}
const GO: Runner = {
  name: 'Go',
  command: ['go', 'test', '-count=1', './...'],
  needs: ['go', 'version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    'go.mod': 'module shop\n\ngo 1.19\n',
    'busy_test.go': `package shop\n\nimport (\n\t"testing"\n\t"time"\n)\n\nvar sum int\n\nfunc TestBusy(t *testing.T) {\n\tfor end := time.Now().Add(${seconds * 1000} * time.Millisecond); time.Now().Before(end); {\n\t\tfor n := 0; n < 1e6; n++ {\n\t\t\tsum = sum*31 + n\n\t\t}\n\t}\n}\n`,
  }),
  test: (n) => ({
    [`fee${n}_test.go`]: `package shop\n\nimport "testing"\n\nfunc TestFee${n}(t *testing.T) {\n\tif Fee${n}(100) != 3 || Fee${n}(0) != 0 {\n\t\tt.Error("wrong fee")\n\t}\n}\n`,
  }),
  code: (n) => ({
    [`fee${n}.go`]: `package shop\n\nfunc Fee${n}(cents int) int {\n\tif cents <= 0 {\n\t\treturn 0\n\t}\n\treturn cents * 3 / 100\n}\n`,
  }),
}
const RSPEC: Runner = {
  name: 'RSpec',
  command: ['rspec'],
  needs: ['rspec', '--version'],
  sizes: [0.1, 1],
  suite: (seconds) => ({
    '.rspec': '-I lib\n',
    'spec/busy_spec.rb': `RSpec.describe 'busy' do\n  it 'works' do\n    stop = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) + ${seconds}\n    100_000.times { |n| n * 31 } while Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) < stop\n  end\nend\n`,
  }),
  test: (n) => ({
    [`spec/fee${n}_spec.rb`]: `require 'fee${n}'\n\nRSpec.describe 'fee ${n}' do\n  it('takes one') { expect(fee${n}(100)).to eq(3) }\n  it('takes none') { expect(fee${n}(0)).to eq(0) }\nend\n`,
  }),
  code: (n) => ({ [`lib/fee${n}.rb`]: `def fee${n}(cents)\n  return 0 if cents <= 0\n\n  cents * 3 / 100\nend\n` }),
}
const RUNNERS: readonly Runner[] = [NODE, PYTEST, GO, RSPEC]

/** Seconds of all processes that a command starts. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

interface Row {
  readonly runner: string
  readonly size: number
  readonly bare: Spent
  readonly first: Spent
  readonly fast: Spent
  readonly again: Spent
  readonly cycle: Spent
}

/** @param isKept writes the page, too */
export function benchCost(bin: string, folder: string, isKept: boolean): readonly Measure[] {
  const rows = RUNNERS.filter(isInstalled).flatMap((runner) =>
    runner.sizes.map((size) => measure(bin, folder, runner, size)),
  )
  if (isKept) writeFileSync(PAGE, toPage(rows))
  return rows.map(({ runner, size, bare, first }) =>
    below(
      `${runner}, a suite of ${size} s: CPU of the first verify`,
      first.cpu,
      Number(getGoal(size, bare).toFixed(1)),
      's',
      1,
    ),
  )
}

/** Small suites may cost a second beside; of long ones the tests are the cost. */
const getGoal = (size: number, { cpu }: Spent) => (size < 5 ? 2.5 * cpu + 1 : 1.6 * cpu)

const isInstalled = ({ needs: [program, ...words] }: Runner) => spawnSync(program, words).status === 0

function measure(bin: string, folder: string, runner: Runner, size: number): Row {
  const repo = join(folder, `cost-${runner.name.replace(/\W/g, '')}-${size}`)
  createEmptyProject(repo, runner.suite(size))
  const [program, ...words] = runner.command
  const bare = () => spend(repo, [program, ...words], null)
  commit(repo, 'test: fees', runner.test(1))
  const red = bare()
  commit(repo, 'feat: fees', runner.code(1))
  const green = bare()
  const verify = (cache: string, ...options: readonly string[]) =>
    spend(
      repo,
      [
        process.execPath,
        bin,
        'verify',
        '--base',
        'base',
        '--cache-dir',
        join(folder, `${runner.name}-${size}-${cache}`),
        ...options,
      ],
      0,
    )
  const fast = verify('fast', '--fast')
  const [first, again] = [verify('whole'), verify('whole')]
  commit(repo, 'test: more fees', runner.test(2))
  commit(repo, 'feat: more fees', runner.code(2))
  const pair = { wall: red.wall + green.wall, cpu: red.cpu + green.cpu }
  return { runner: runner.name, size, bare: pair, first, fast, again, cycle: verify('whole') }
}

/** @param exit null: whatever it ends with */
function spend(repo: string, command: readonly string[], exit: number | null): Spent {
  const ran = spawnSync('bash', ['-c', 'TIMEFORMAT="SPENT %R %U %S"; time "$@"', 'bash', ...command], {
    cwd: repo,
    encoding: 'utf8',
  })
  if (exit !== null) demand(exit, command.join(' '), ran)
  const [, wall, user, system] = /SPENT ([\d.]+) ([\d.]+) ([\d.]+)/.exec(ran.stderr) ?? []
  return { wall: Number(wall), cpu: Number(user) + Number(system) }
}

function toPage(rows: readonly Row[]): string {
  const show = ({ cpu, wall }: Spent) => `${cpu.toFixed(1)} (${wall.toFixed(1)})`
  const cells = rows.map(({ runner, size, bare, first, fast, again, cycle }) => [
    runner,
    `${size} s`,
    ...[bare, first, fast, again, cycle].map(show),
    `${(first.cpu / bare.cpu).toFixed(1)} x`,
  ])
  const head = [
    'runner',
    'suite',
    'bare pair',
    'first `verify`',
    'with `--fast`',
    'nothing new',
    'one more cycle',
    'first beside bare',
  ]
  const months = rows
    .filter(({ runner }) => runner === NODE.name)
    .map(({ size, bare, first }) => [
      `${size} s`,
      ...[bare, first].map(({ wall }) => `${Math.ceil((wall * PULL_REQUESTS) / 60)} minutes`),
    ])
  return `# What it costs

\`npm run bench -- cost --keep\` (runs for minutes) wrote this page on ${toMachine()}. Each figure is seconds of processor time of all processes, and in
brackets seconds of wall time. *Bare pair* runs the whole suite once with a RED and once with its GREEN, which adds one function with two tests.

${toTable(head, cells)}
The first \`verify\` measures the base, the RED (twice where a second run can differ), the GREEN, and what its [trials](trials.md) change. \`--fast\` leaves the trials out. A base and commits that were measured
are not measured again: that is the next pull request, and the next push.

## In a month

${PULL_REQUESTS} pull requests of one cycle each, with node:test. A job of CI adds its own start, checkout and set-up, once for each push.

${toTable(['suite', 'bare pairs', 'with tdd-gate'], months)}`
}
