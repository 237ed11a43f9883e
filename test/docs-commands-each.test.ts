/** Types the single commands of the pages below docs/, each in a clone or in a small project, and what two agents type. */
import { expect, test } from 'vitest'
import { toScript } from './support/page-commands/follow.ts'
import { openPlaces } from './support/page-commands/places.ts'
import { WRITE_CODE, WRITE_TAX_TEST, WRITE_TEST } from './support/page-commands/projects.ts'
import { checkLine, LINES } from './support/page-commands/typed.ts'

const { shell, open } = openPlaces()

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

test.each(LINES.others)('`%s` does what its page says', (line, run) => checkLine(line, run, { shell, open }))
