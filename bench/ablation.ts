/**
 * Measures what reverting a change of ten hunks piece by piece adds to `verify`, in runs of the whole suite. Suites of
 * two seconds; `BENCH_SUITES=1,10,60` names other sizes.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSuite, NODE } from './cost-runners.ts'
import { below, getCost, getTime, type Measure, shown } from './measure.ts'
import { commit } from './project.ts'
import { demand, verify } from './verify.ts'

const SECONDS = (process.env['BENCH_SUITES'] ?? '2').split(',').map(Number)
const HUNKS = 10
const RULES = ['production-is-asked-for', 'untried-production-is-shown']
/** Lines of code that stay, so that each function is a hunk of its own. */
const BETWEEN = ['', '// One.', '// Two.', '// Three.', ''].join('\n')

export function benchAblation(bin: string, folder: string): readonly Measure[] {
  return SECONDS.flatMap((seconds) => {
    const repo = join(folder, `ablation-${seconds}`)
    createChange(repo, seconds)
    const suite = getCost(() => demand(0, 'the tests', spawnSync(process.execPath, ['--test'], { cwd: repo })))
    const without = getCost(() => verify(bin, repo, `${repo}-without`, ['--config', `${repo}.yml`]))
    const whole = getCost(() => verify(bin, repo, `${repo}-whole`, []))
    const more = (whole - without) / suite
    const again = getTime(() => verify(bin, repo, `${repo}-whole`, []))
    return [
      below(`${HUNKS} hunks reverted one by one, suite of ${seconds} s: in suites`, more, 1.5, 'x', 2),
      shown('verify again with nothing new', again, 'ms'),
    ]
  })
}

/** A RED for ten functions of one file, and the GREEN that changes them. */
function createChange(repo: string, seconds: number): void {
  const names = Array.from({ length: HUNKS }, (_, n) => `part${n}`)
  const toCode = (value: (n: number) => number) =>
    names.map((name, n) => `export function ${name}(a) {\n  return a * ${value(n)}\n}\n${BETWEEN}\n`).join('\n')
  createSuite(repo, NODE, seconds, { 'src/parts.js': toCode(() => 1) })
  const tests = names.map((name, n) => `test('${name}', () => assert.equal(parts.${name}(1), ${n + 2}))`)
  const head = [
    "import assert from 'node:assert'",
    "import { test } from 'node:test'",
    "import * as parts from '../src/parts.js'",
  ]
  commit(repo, 'test: ten parts', { 'test/parts.test.js': `${[...head, ...tests].join('\n')}\n` })
  commit(repo, 'feat: ten parts', { 'src/parts.js': toCode((n) => n + 2) })
  writeFileSync(`${repo}.yml`, `version: 1\npolicy:\n  rules:\n${RULES.map((rule) => `    ${rule}: 'off'\n`).join('')}`)
}
