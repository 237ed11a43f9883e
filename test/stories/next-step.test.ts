/** Every command that a refusal offers is pasted into a shell, and the next judgement takes it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { complete } from '../../src/operations/complete.ts'
import { type Branch, createBranch } from '../support/branch.ts'
import { REFUSALS } from '../support/refusals.ts'
import { GREEN, RED, SHOP_ONCE } from '../support/shop.ts'

const run = promisify(execFile)
let branch: Branch
beforeAll(async () => {
  branch = await createBranch(SHOP_ONCE)
  await branch.repo.git('config', 'user.name', 'Mona')
  await branch.repo.git('config', 'user.email', 'mona@example.com')
})
afterAll(() => branch[Symbol.asyncDispose]())

describe('the commands of a refusal, pasted', () => {
  test.for(REFUSALS.map((refusal, index) => ({ ...refusal, index })))(
    '$rule: $because',
    async ({ index, rule, steps, after }, { expect }) => {
      await branch.repo.git('checkout', '--quiet', '--force', '-B', `refusal-${index}`, 'main')
      await branch.repo.git('clean', '-fdq')
      for (const [message, files] of steps) await branch.commit(message, files)
      const refused = await branch.verify()
      expect(refused.conclusion).toBe('failure')
      expect(refused.verdicts.join('\n')).toContain(rule)
      const commands = refused.decision.next?.suggestion.commands ?? []
      expect(commands.at(-1)).toBe('tdd-gate verify')
      expect(commands.length).toBeGreaterThan(1)
      for (const command of commands.slice(0, -1)) await run('sh', ['-c', command], { cwd: branch.repo.dir })
      const { decision, verdicts } = await branch.verify()
      const standing = decision.commits.filter(({ isSuperseded }) => !isSuperseded)
      expect(
        standing.map(({ phase, subtask, verdict }) =>
          [phase, subtask, verdict].filter((part) => part !== null).join(' '),
        ),
        verdicts.join('\n'),
      ).toEqual(after.length === standing.length ? after : after.slice(-standing.length))
      expect(['success', 'in_progress']).toContain(decision.conclusion)
    },
  )
})

test('code without a test, below another commit, is taken back, completed with its test, and followed by that commit', async ({
  expect,
}) => {
  const paste = (commands: readonly string[]) => run('sh', ['-c', commands.join(' && ')], { cwd: branch.repo.dir })
  await branch.repo.git('checkout', '--quiet', '--force', '-B', 'by-hand', 'main')
  await branch.commit('feat: discounts', GREEN)
  await branch.commit('docs: more', { 'README.md': 'A shop.\n' })
  const below = (await branch.verify()).decision.next?.suggestion.commands ?? []
  expect(below).toEqual([expect.stringContaining('rebase -i'), 'tdd-gate verify'])
  await paste(below.slice(0, -1))
  const here = (await branch.verify()).decision.next?.suggestion.commands ?? []
  expect(here).toEqual([expect.stringContaining('git reset --soft'), 'tdd-gate complete'])
  await paste(here.slice(0, -1))
  await branch.repo.write(RED)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  const asked = { repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }
  const { commands } = await complete(asked, hooks)
  expect(commands).toEqual([expect.stringContaining('"Phase: red"'), 'tdd-gate complete'])
  await paste(commands.slice(0, -1))
  await paste((await complete(asked, hooks)).commands)
  const { decision } = await branch.verify()
  expect(decision.commits.map(({ phase, verdict }) => `${phase} ${verdict}`)).toEqual([
    'red accepted',
    'green accepted',
    'neutral accepted',
  ])
})
