/**
 * Measures what a RED and its GREEN cost by runner and size of the suite, with everything that they start: the bare
 * commands, `verify` for the first time, without trials, with nothing new, and after one more cycle.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toTable } from '../scripts/docs-tables.ts'
import { createSuite, NODE, RUNNERS, type Runner } from './cost-runners.ts'
import { formatGoal, toMachine } from './kept-figures.ts'
import { below, type Measure } from './measure.ts'
import { commit } from './project.ts'
import { demand } from './verify.ts'

const PAGE = 'docs/reference/cost.md'
/** In bare pairs, in starts of the runner, and in the gate's own time. */
const [LONG, STARTS, OWN_SECONDS] = [1.6, 10, 3]
/** Of a month. */
const PULL_REQUESTS = 200

/** Seconds of all processes that a command starts. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

interface Row {
  readonly runner: string
  readonly size: number
  readonly bare: Spent
  readonly green: Spent
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
  return rows.map((row) => toMeasure(row, rows))
}

const toMeasure = (row: Row, rows: readonly Row[]) =>
  below(`${row.runner}, a suite of ${row.size} s: CPU of the first verify`, row.first.cpu, getGoal(row, rows), 's', 1)

/**
 * One start for each question: the base, RED twice, GREEN twice, and what its trials change. Of long suites the tests
 * are the cost, and of short ones the starts.
 * @returns seconds
 */
function getGoal({ runner, bare }: Row, rows: readonly Row[]): number {
  const start = Math.min(...rows.filter((row) => row.runner === runner).map(({ green }) => green.cpu))
  return Number((LONG * bare.cpu + STARTS * start + OWN_SECONDS).toFixed(1))
}

const isInstalled = ({ needs: [program, ...words] }: Runner) => spawnSync(program, words).status === 0

function measure(bin: string, folder: string, runner: Runner, size: number): Row {
  const repo = join(folder, `cost-${runner.name.replace(/\W/g, '')}-${size}`)
  createSuite(repo, runner, size)
  const [program, ...words] = runner.command
  const bare = () => spend(repo, [program, ...words], null)
  commit(repo, 'test: fees', runner.test(1))
  const red = bare()
  commit(repo, 'feat: fees', runner.code(1))
  const green = bare()
  const verify = (cache: string, ...options: readonly string[]) => {
    const folder = `${repo}-${cache}`
    mkdirSync(folder, { recursive: true })
    return spend(repo, [process.execPath, bin, 'verify', '--base', 'base', '--cache-dir', folder, ...options], 0)
  }
  const fast = verify('fast', '--fast')
  const [first, again] = [verify('whole'), verify('whole')]
  commit(repo, 'test: more fees', runner.test(2))
  commit(repo, 'feat: more fees', runner.code(2))
  const pair = { wall: red.wall + green.wall, cpu: red.cpu + green.cpu }
  return { runner: runner.name, size, bare: pair, green, first, fast, again, cycle: verify('whole') }
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
  const cells = rows.map((row) => {
    const { runner, size, bare, first, fast, again, cycle } = row
    const spent = [bare, first, fast, again, cycle].map(show)
    return [runner, `${size} s`, ...spent, `${(first.cpu / bare.cpu).toFixed(1)} x`, formatGoal(toMeasure(row, rows))]
  })
  const head = [
    'runner',
    'suite',
    'bare pair',
    'first `verify`',
    'with `--fast`',
    'nothing new',
    'one more cycle',
    'first beside bare',
    'goal',
  ]
  const months = rows
    .filter(({ runner }) => runner === NODE.name)
    .map(({ size, bare, first }) => [
      `${size} s`,
      ...[bare, first].map(({ wall }) => `${Math.ceil((wall * PULL_REQUESTS) / 60)} minutes`),
    ])
  return `# What it costs

\`npm run bench -- cost --keep\` (runs for minutes) wrote this page on ${toMachine()}. Each figure is seconds of processor time of all processes, and in
brackets seconds of wall time. The goal is for the first \`verify\`. *Bare pair* runs the whole suite once with a RED and once with its GREEN, which adds one function with two tests.

${toTable(head, cells)}
The first \`verify\` measures the base, the RED (twice where a second run can differ), the GREEN, and what its [trials](trials.md) change. \`--fast\` leaves the trials out. A base and commits that were measured
are not measured again: that is the next pull request, and the next push. A RED that does not load ends at once, so its bare run is short.

Each question is one start of the runner: the base, the RED twice, the GREEN, its files once more, and what the trials change. So a short suite costs
as many starts, and a long one little beside its tests. The goal: ${LONG} times the bare pair, ${STARTS} starts, and ${OWN_SECONDS} s. Go and Maven run a whole package or build where other
runners run a file, so there each trial costs as much as the package.

## In a month

${PULL_REQUESTS} pull requests of one cycle each, with node:test. A job of CI adds its own start, checkout and set-up, once for each push.

${toTable(['suite', 'bare pairs', 'with tdd-gate'], months)}
The gate runs the whole suite at each GREEN and REFACTOR. It rejects a commit at which a test fails that did not fail at the base. So a job of your own that
runs the same tests on the same system adds little for pull requests. Keep it for other systems and versions, for pushes to the default branch, and
where the gate itself is not required.
`
}
