/** A small project with real history: a suite of some weight, and RED-GREEN cycles on top of it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SLOW_TESTS = 20
const SLOW_MS = 100

type Files = Readonly<Record<string, string>>

/** A repository whose branch `base` has the suite, and whose head has that many cycles more. */
export function createProject(repo: string, cycles: number): void {
  mkdirSync(repo, { recursive: true })
  git(repo, 'init', '--quiet', '--initial-branch=main')
  commit(repo, 'base', {
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    'test/slow.test.js': slowSuite(),
  })
  git(repo, 'branch', 'base')
  for (let cycle = 0; cycle < cycles; cycle += 1) addCycle(repo, cycle)
}

/** Two commits: a test that fails, then what makes it pass. */
export function addCycle(repo: string, cycle: number): void {
  const test = [
    `import assert from 'node:assert'`,
    `import { test } from 'node:test'`,
    `import { answer } from '../src/cycle-${cycle}.js'`,
    `test('cycle ${cycle}', () => assert.equal(answer, ${cycle}))`,
  ]
  commit(repo, `test: cycle ${cycle}`, { [`test/cycle-${cycle}.test.js`]: `${test.join('\n')}\n` })
  commit(repo, `feat: cycle ${cycle}`, { [`src/cycle-${cycle}.js`]: `export const answer = ${cycle}\n` })
}

function slowSuite(): string {
  const lines = [`import { test } from 'node:test'`, `import { setTimeout as wait } from 'node:timers/promises'`]
  for (let n = 0; n < SLOW_TESTS; n += 1) lines.push(`test('slow ${n}', () => wait(${SLOW_MS}))`)
  return `${lines.join('\n')}\n`
}

function commit(repo: string, message: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  git(repo, 'add', '--all')
  git(repo, '-c', 'user.name=Mona', '-c', 'user.email=mona@example.com', 'commit', '--quiet', '--message', message)
}

function git(repo: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: repo, stdio: ['ignore', 'ignore', 'inherit'] })
}
