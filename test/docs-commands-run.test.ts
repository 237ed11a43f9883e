/** Types what the README and CONTRIBUTING say: small sections as they stand, and single commands of the README. */
import { expect, test } from 'vitest'
import { toScript } from './support/page-commands/follow.ts'
import { openPlaces } from './support/page-commands/places.ts'
import { WRITE_CODE, WRITE_TEST } from './support/page-commands/projects.ts'
import { checkLine, LINES } from './support/page-commands/typed.ts'

const { shell, open } = openPlaces()

test('the branch of the README is accepted', async () => {
  const script = toScript('README.md#use-it-in-any-git-repository', {
    'git add test && git commit -m "test: discounts" --trailer "Task: 1.1" --trailer "Phase: red"': WRITE_TEST,
    'git add src && git commit -m "feat: discounts" --trailer "Task: 1.1" --trailer "Phase: green"': WRITE_CODE,
  })
  const { code, output } = await shell.run(script, open('shop'))
  expect(code, output).toBe(0)
  expect(output).toContain('tdd-gate: success (2 commits accepted')
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

test.each(LINES.readme)('`%s` does what the README says', (line, run) => checkLine(line, run, { shell, open }))
