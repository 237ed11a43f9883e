import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { getSteps, openShell, toScript } from '../support/page-commands/follow.ts'
import { MAKE_SHOP, WRITE_TAX_TEST } from '../support/page-commands/projects.ts'

const shell = openShell()
const WORK = '(write the test)'
/** As `verify` and `commit` print it. The pages show none. */
const WARNING = /^! [a-z-]+.*/m

describe('a tutorial does what it says, command by command', () => {
  test('a first gated branch', async () => {
    const { code, output } = await shell.run(toScript('docs/start/first-branch.md'), getFolder({}))
    expect(code, output).toBe(0)
    expect(output).not.toMatch(WARNING)
  })

  test('a first task, step by step, and the loop of the README as its last round', async () => {
    const folder = getFolder({})
    const followed = await shell.run(toScript('docs/start/agent-loop.md'), folder)
    expect(followed.code, followed.output).toBe(0)
    expect(followed.output).not.toMatch(WARNING)
    const loop = toScript('README.md#give-it-to-a-coding-agent', { [WORK]: WRITE_TAX_TEST })
    const back = 'git switch --quiet main && git branch -D master/task-7-discounts'
    const { code, output } = await shell.run(`${back}\n${loop}`, join(folder, 'shop'))
    expect(code, output).toBe(0)
    expect(output).toContain('red accepted')
    expect(getSteps('README.md#give-it-to-a-coding-agent').map(({ comment }) => comment)).toContain(WORK)
  })

  test('a first gated pull request, up to what people do on GitHub', async () => {
    const script = `${MAKE_SHOP}\n${toScript('docs/start/first-pull-request.md')}`
    const { code, output } = await shell.run(script, getFolder({}))
    expect(code, output).toBe(0)
    expect(output).not.toMatch(WARNING)
  })
})
