/** The commands that the gate prints for honest work, pasted line by line, lead to acceptance and lose nothing. */
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getHonestBase, getHonestKinds, LANGUAGES } from '../support/honest-kinds.ts'
import { followOnce } from '../support/tried-advice.ts'

const [node] = LANGUAGES

describe.runIf(node !== undefined)('honest work', () => {
  test.for(getHonestKinds(node!))(
    '$about is accepted, or led there by the printed commands',
    async ({ base, commits }) => {
      await using branch = await createBranch({ ...getHonestBase(node!), ...base })
      await branch.repo.git('config', 'user.name', 'Mona')
      await branch.repo.git('config', 'user.email', 'mona@example.com')
      for (const [message, files] of commits) await branch.commit(message, files)
      const { after, left, isWhole, pasted } = await followOnce(branch)
      expect([after.decision.conclusion, left, isWhole], pasted.join('\n')).toEqual(['success', '', true])
    },
  )
})
