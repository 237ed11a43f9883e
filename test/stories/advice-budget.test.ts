/** The search for repairs ends with its budget: what it found for the first commit stands. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { LANGUAGES } from '../support/told/languages.ts'
import { getHonestBase, WITH_HALVE, WITH_HALVES } from '../support/told/words.ts'
import { followOnce } from '../support/tried-advice.ts'

const node = LANGUAGES[0]!
const { code, tests } = node

test('a repair of the first commit is printed, although nothing helps a later one', async () => {
  // A kept run costs nothing of the budget.
  await using branch = await createBranch(getHonestBase(node), { cacheDir: getFolder({}) })
  await branch.repo.git('config', 'user.name', 'Mona')
  await branch.repo.git('config', 'user.email', 'mona@example.com')
  await branch.commit('feat: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  await branch.commit('feat: faster', code({ ...WITH_HALVE, next: 'n + 2' }))
  const { decision } = await branch.verify({ triesAdvice: true })
  expect(decision.next?.suggestion.text).toContain('a later commit is still rejected')
  const { after, left, isWhole } = await followOnce(branch)
  expect([left, isWhole]).toEqual(['', true])
  expect(after.decision.commits.map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted', 'rejected'])
})
