/** Every kind of honest work in every runner and both sequences: accepted at once, or after the first printed block. */
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getHonestKinds } from '../support/told/kinds.ts'
import { isInstalled, LANGUAGES } from '../support/told/languages.ts'
import { getHonestBase, tell } from '../support/told/words.ts'
import { followOnce } from '../support/tried-advice.ts'

const SEQUENCES = ['commits', 'pull-request'] as const
/** Today these may get a plain answer without a command: no repair of theirs is accepted. */
const ANSWERED: readonly string[] = [
  'a test that is skipped with a reason',
  'a function that moves to a file of its own, with its test',
  // In RSpec the name of its group follows the name of the module.
  'a file that moves with its tests',
]

test('there are more than 60 kinds, each under a name of its own', () => {
  for (const language of LANGUAGES) {
    const names = getHonestKinds(language).map(({ about }) => about)
    expect(names.length).toBeGreaterThan(60)
    expect(new Set(names).size).toBe(names.length)
  }
})

describe.for(LANGUAGES.filter(isInstalled))('$name', (language) => {
  describe.for(SEQUENCES)('%s', (sequence) => {
    test.for(getHonestKinds(language))('$about', async ({ about, base, commits }) => {
      await using branch = await createBranch({ ...getHonestBase(language), ...base })
      if (language.hasPackages) symlinkSync(resolve('node_modules'), join(branch.repo.dir, 'node_modules'))
      await branch.repo.git('config', 'user.name', 'Mona')
      await branch.repo.git('config', 'user.email', 'mona@example.com')
      await tell(branch.repo, commits)
      const { before, after, left, isWhole, pasted } = await followOnce(branch, { sequence })
      expect([left, isWhole]).toEqual(['', true])
      // What was pasted is never printed again.
      if (pasted.length > 0) expect(after.decision.next).not.toEqual(before.decision.next)
      if (ANSWERED.includes(about) && pasted.length === 0) return
      expect(after.decision.conclusion, pasted.join('\n')).toBe('success')
    })
  })
})
