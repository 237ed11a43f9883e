/**
 * Measures what emptied and reverted production add to `verify`, and the total compared with bare runs: suites of a
 * second.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { below, getTime, type Measure, shown } from './measure.ts'
import { demand } from './verify.ts'

const CYCLES = 3
const COMMITS = 2 * CYCLES
const SLOW_MS = 1_000
const RULES = ['drivers-need-production', 'weak-driver-is-shown', 'production-is-asked-for']

interface Runner {
  readonly name: string
  readonly imports: string
  readonly script: string
  readonly bare: (files: readonly string[]) => readonly string[]
}

const RUNNERS: readonly Runner[] = [
  {
    name: 'node:test',
    imports: "import { test } from 'node:test'",
    script: 'node --test',
    bare: (files) => [process.execPath, '--test', ...files],
  },
  {
    name: 'Vitest',
    imports: "import { test } from 'vitest'",
    script: 'vitest run',
    bare: (files) => [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...files],
  },
]

/** `processor`: the processor time of all child processes, which Linux knows; zero elsewhere. */
interface Cost {
  readonly wall: number
  readonly processor: number
}

/** Runs both runners; each commit is judged with the rules and without them. */
export function benchCounterfactuals(bin: string, folder: string): readonly Measure[] {
  return RUNNERS.flatMap((runner) => {
    const repo = join(folder, `counterfactuals-${runner.name.replace(':', '-')}`)
    createProject(repo, runner)
    const bare = estimateBare(repo, runner)
    const without = verify(bin, repo, 'without', ['--config', `${repo}.yml`])
    const whole = verify(bin, repo, 'whole', [])
    const more = (of: keyof Cost) => (whole[of] / without[of] - 1) * 100
    return [
      below(`${runner.name}, ${COMMITS} commits: emptied and taken back add`, more('wall'), 15, '%', 1),
      ...(process.platform === 'linux' ? [shown('in processor time', more('processor'), '%', 1)] : []),
      below('  verify in bare runs', whole.wall / bare, 1.5, 'x', 2),
      shown('the bare runs', bare, 'ms'),
    ]
  })
}

/**
 * The base and a canary; at RED its file twice; at GREEN the suite, and the file once more. The cycles between the
 * first and the last cost what these two cost on average.
 */
function estimateBare(repo: string, { bare }: Runner): number {
  const run = (files: readonly string[]) => {
    const [program = '', ...words] = bare(files)
    demand(0, 'the tests', spawnSync(program, words, { cwd: repo, encoding: 'utf8' }))
  }
  const start = getTime(() => {
    run([])
    run(['test/slow.test.js'])
  })
  const ends = getTime(() => {
    for (const cycle of [0, CYCLES - 1]) {
      run([])
      for (let time = 0; time < 3; time += 1) run([`test/cycle-${cycle}.test.js`])
    }
  })
  return start + (ends / 2) * CYCLES
}

function verify(bin: string, repo: string, cache: string, more: readonly string[]): Cost {
  // Tests of the gate take the first node on the PATH: the same as the bare runs.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH: path, TDD_GATE_CACHE: `${repo}-${cache}` }
  const words = [bin, 'verify', '--repo', repo, '--base', 'base', ...more]
  const before = processorMs()
  const wall = getTime(() => demand(0, 'verify', spawnSync(process.execPath, words, { env, encoding: 'utf8' })))
  return { wall, processor: processorMs() - before }
}

/** Ticks of child processes that ended, as Linux counts them: a hundred a second. */
export function processorMs(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

function createProject(repo: string, runner: Runner): void {
  const git = (...words: readonly string[]) =>
    demand(0, `git ${words[0]}`, spawnSync('git', words, { cwd: repo, encoding: 'utf8' }))
  const commit = (message: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repo, path)), { recursive: true })
      writeFileSync(join(repo, path), text)
    }
    git('add', '--all')
    git('-c', 'user.name=Mona', '-c', 'user.email=mona@example.com', 'commit', '--quiet', '--message', message)
  }
  mkdirSync(repo, { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  const slow = `${runner.imports}\ntest('slow', () => new Promise((resolve) => setTimeout(resolve, ${SLOW_MS})))\n`
  const manifest = { type: 'module', scripts: { test: runner.script } }
  commit('base', {
    'package.json': `${JSON.stringify(manifest)}\n`,
    '.gitignore': 'node_modules\n',
    'test/slow.test.js': slow,
  })
  git('branch', 'base')
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(repo, 'node_modules'))
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const test = [
      ...["import assert from 'node:assert'", runner.imports, `import { times } from '../src/cycle-${cycle}.js'`],
      `test('cycle ${cycle}', () => assert.equal(times(2), ${2 * (cycle + 1)}))`,
    ]
    commit(`test: cycle ${cycle}`, { [`test/cycle-${cycle}.test.js`]: `${test.join('\n')}\n` })
    const code = `export function times(number) {\n  return number * ${cycle + 1}\n}\n`
    commit(`feat: cycle ${cycle}`, { [`src/cycle-${cycle}.js`]: code })
  }
  const off = RULES.map((rule) => `    ${rule}: 'off'\n`).join('')
  writeFileSync(`${repo}.yml`, `version: 1\npolicy:\n  rules:\n${off}`)
}
