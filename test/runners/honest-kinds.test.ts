/** Every kind of honest work in every runner and both sequences: accepted at once, or after the first printed block. */
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getHonestBase, getHonestKinds } from '../support/honest-kinds.ts'
import { LANGUAGES } from '../support/told-languages.ts'
import { followOnce } from '../support/tried-advice.ts'

const SEQUENCES = ['commits', 'pull-request'] as const
/** Today these may get a plain answer without a command: no repair of theirs is accepted. */
const ANSWERED: readonly string[] = [
  'a test that is skipped with a reason',
  'a function that moves to a file of its own, with its test',
]

describe.for(LANGUAGES)('$name', (language) => {
  describe.for(SEQUENCES)('%s', (sequence) => {
    test.for(getHonestKinds(language))('$about', async ({ about, base, commits }) => {
      await using branch = await createBranch({ ...getHonestBase(language), ...base })
      await branch.repo.git('config', 'user.name', 'Mona')
      await branch.repo.git('config', 'user.email', 'mona@example.com')
      for (const [message, files] of commits) await branch.commit(message, files)
      const { before, after, left, isWhole, pasted } = await followOnce(branch, { sequence })
      expect([left, isWhole]).toEqual(['', true])
      // What was pasted is never printed again.
      if (pasted.length > 0) expect(after.decision.next).not.toEqual(before.decision.next)
      if (ANSWERED.includes(about) && pasted.length === 0) return
      expect(after.decision.conclusion, pasted.join('\n')).toBe('success')
    })
  })
})
