/** A small project with real history: a suite of some weight, and RED-GREEN cycles on top of it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Files = Readonly<Record<string, string>>

/** Fails where its code is not there: nothing but the gate itself takes time where this runs. */
const QUICK_RUN = `report="$1"; shift
[ $# -gt 0 ] || set -- test/*.test.js
code=0
{
  echo '<testsuites><testsuite name="quick">'
  for file; do
    name="\${file#test/}"
    printf '<testcase name="%s" file="%s" time="0">' "$name" "$file"
    [ -f "src/\${name%.test.js}.js" ] || { code=1; printf '<failure message="expected it" type="AssertionError">at %s:1</failure>' "$file"; }
    echo '</testcase>'
  done
  echo '</testsuite></testsuites>'
} > "$report"
exit $code
`
const QUICK_SUITE: Files = {
  '.github/tdd-gate.yml': `version: 1
test:
  command: sh tools/run.sh {reports}/junit.xml {files}
  reports: ['{reports}/junit.xml']
paths:
  harness: ['tools/**']
`,
  'tools/run.sh': QUICK_RUN,
  'test/cycle-base.test.js': '// what the base brings\n',
  'src/cycle-base.js': 'export const answer = 0\n',
}

/** A repository whose branch `base` has a suite that takes no time, and whose head has that many cycles more. */
export function createQuickProject(repo: string, cycles: number): void {
  createOn(repo, QUICK_SUITE, cycles)
}

/** The base alone, with these files. */
export function createEmptyProject(repo: string, files: Files): void {
  createOn(repo, files, 0)
}

function createOn(repo: string, base: Files, cycles: number): void {
  mkdirSync(repo, { recursive: true })
  git(repo, 'init', '--quiet', '--initial-branch=main')
  commit(repo, 'base', base)
  git(repo, 'branch', 'base')
  for (let cycle = 0; cycle < cycles; cycle += 1) addCycle(repo, cycle)
}

/**
 * Two commits: a test that fails, then what makes it pass.
 * @param imports the line that brings `test`
 */
export function addCycle(repo: string, cycle: number, imports = "import { test } from 'node:test'"): void {
  const test = [
    `import assert from 'node:assert'`,
    imports,
    `import { times } from '../src/cycle-${cycle}.js'`,
    `test('cycle ${cycle}', () => assert.equal(times(2), ${2 * (cycle + 1)}))`,
  ]
  const code = `export function times(number) {\n  return number * ${cycle + 1}\n}\n`
  commit(repo, `test: cycle ${cycle}`, { [`test/cycle-${cycle}.test.js`]: `${test.join('\n')}\n` })
  commit(repo, `feat: cycle ${cycle}`, { [`src/cycle-${cycle}.js`]: code })
}

export function commit(repo: string, message: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  git(repo, 'add', '--all')
  git(repo, '-c', 'user.name=Mona', '-c', 'user.email=mona@example.com', 'commit', '--quiet', '--message', message)
}

/** The commit that a revision names. */
export function getSha(repo: string, revision: string): string {
  return execFileSync('git', ['rev-parse', revision], { cwd: repo, encoding: 'utf8' }).trim()
}

function git(repo: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: repo, stdio: ['ignore', 'ignore', 'inherit'] })
}
