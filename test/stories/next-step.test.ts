/** Every command that a refusal offers is pasted into a shell, and the next judgement takes it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Branch, createBranch } from '../support/branch.ts'
import { REFUSALS } from '../support/refusals.ts'
import { SHOP_ONCE } from '../support/shop.ts'

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
      const refused = await branch.verify({ triesAdvice: true })
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
