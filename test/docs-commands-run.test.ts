/** Types what pages say: small sections as they stand, and single commands in a clone or in a small project. */
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { getFolder, getSharedFolder } from './support/folder.ts'
import { cloneFreshForAll } from './support/fresh-clone.ts'
import { openShell, toScript } from './support/page-commands/follow.ts'
import { RUN, type Run } from './support/page-commands/held.ts'
import {
  MAKE_BRANCH,
  MAKE_SHOP,
  START_TASK,
  WRITE_CODE,
  WRITE_TAX_TEST,
  WRITE_TEST,
} from './support/page-commands/projects.ts'

const shell = openShell()
const clone = cloneFreshForAll()
const folders = { shop: getSharedFolder({}), branch: getSharedFolder({}), task: getSharedFolder({}) }

beforeAll(async () => {
  const make = async (folder: string, script: string) => {
    const { code, output } = await shell.run(`set -e\n${script}`, folder)
    expect(code, output).toBe(0)
  }
  await make(folders.shop, MAKE_SHOP)
  for (const name of ['branch', 'task'] as const) cpSync(folders.shop, folders[name], { recursive: true })
  await make(join(folders.branch, 'shop'), MAKE_BRANCH)
  await make(join(folders.task, 'shop'), START_TASK)
})

/** A copy that the test may change. The clone is shared. */
function open(name: Run['in']): string {
  if (name === 'clone') return clone
  const folder = getFolder({})
  cpSync(folders[name], folder, { recursive: true })
  return join(folder, 'shop')
}

test('the branch of the README is accepted', async () => {
  const script = toScript('README.md#use-it-in-any-git-repository', {
    'git add test && git commit -m "test: discounts" --trailer "Task: 1.1" --trailer "Phase: red"': WRITE_TEST,
    'git add src && git commit -m "feat: discounts" --trailer "Task: 1.1" --trailer "Phase: green"': WRITE_CODE,
  })
  const { code, output } = await shell.run(script, open('shop'))
  expect(code, output).toBe(0)
  expect(output).toContain('tdd-gate: success (2 commits accepted')
})

test('two agents work on one task in two worktrees, and the branch with the work of both is accepted', async () => {
  const work = (write: string, code: string) =>
    `{ ${write}\ngit add test && tdd-gate commit && ${code} && git add src && tdd-gate commit\n}`
  const script = toScript('docs/how-to/agents.md#two-agents-on-one-task', {
    'tdd-gate start task.yml': 'cp ../task.yml task.yml',
    '(each agent works in its folder: next, work, commit)': `${work(WRITE_TEST, WRITE_CODE)} || exit 8
(cd ../agent-2 && ${work(WRITE_TAX_TEST, "echo 'export const tax = (total) => total / 5' > src/tax.js")}) || exit 8`,
  })
  const { code, output } = await shell.run(script, open('shop'))
  expect(code, output).toBe(0)
  expect(output).toContain('tdd-gate: success (')
  expect(output).toMatch(/7\.1 +✓ accepted[\s\S]*7\.2 +✓ accepted/)
})

test('the README sets the Action up, and pushes it', async () => {
  const script = `${toScript('README.md#use-it-as-an-action')}\ngit ls-tree -r --name-only origin/main`
  const { code, output } = await shell.run(script, open('shop'))
  expect(code, output).toBe(0)
  for (const path of ['.github/tdd-gate.yml', '.github/workflows/tdd-gate.yml', 'AGENTS.md'])
    expect(output).toContain(`${path}\n`)
})

test('the commits of CONTRIBUTING carry their trailers', async () => {
  const kinds = ['test', 'feat', 'docs']
  const stage = (kind: string) => `touch ${kind}.txt && git add ${kind}.txt`
  const lines = ['"Task: <id>" --trailer "Phase: red"', '"Task: <id>" --trailer "Phase: green"', '"Phase: neutral"']
  const before = lines.map((trailers, at) => [
    `git commit -m "${kinds[at]}: ..." --trailer ${trailers}`,
    stage(kinds[at] ?? ''),
  ])
  const script = `${toScript('CONTRIBUTING.md#contributing', Object.fromEntries(before))}\ngit log -3 --format=%B`
  const { code, output } = await shell.run(script, open('shop'))
  expect(code, output).toBe(0)
  expect(output).toContain('test: ...\n\nTask: <id>\nPhase: red\n')
  expect(output).toContain('feat: ...\n\nTask: <id>\nPhase: green\n')
  expect(output).toContain('docs: ...\n\nPhase: neutral\n')
})

test.each(Object.entries(RUN))('`%s` does what its page says', async (line, run) => {
  const { fill = {}, before = ':', exit = 0, says, leaves, removes } = run
  const folder = open(run.in)
  const filled = Object.entries(fill).reduce((text, [hole, value]) => text.replace(hole, value), line)
  const { code, output } = await shell.run(`{ ${before}\n} > /dev/null 2>&1\n${filled}`, folder)
  expect(code, output).toBe(exit)
  expect([says, leaves, removes].some((expected) => expected !== undefined)).toBe(true)
  if (says !== undefined) expect(output).toMatch(says)
  if (leaves !== undefined) expect(existsSync(join(folder, leaves))).toBe(true)
  if (removes !== undefined) expect(existsSync(join(folder, removes))).toBe(false)
})
