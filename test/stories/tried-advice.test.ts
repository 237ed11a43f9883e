/** The commands that the gate prints for honest work, pasted line by line, lead to acceptance and lose nothing. */
import { expect, test } from 'vitest'
import { findNextStep } from '../../src/operations/next.ts'
import type { Verification } from '../../src/operations/verify/verify.ts'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { LANGUAGES } from '../support/told/languages.ts'
import { getHonestBase, WITH_HALVE, WITH_HALVES } from '../support/told/words.ts'
import { followOnce } from '../support/tried-advice.ts'

const node = LANGUAGES[0]!

const { code, tests } = node
const open = async (base: Files = {}) => {
  const branch = await createBranch({ ...getHonestBase(node), ...base })
  await branch.repo.git('config', 'user.name', 'Mona')
  await branch.repo.git('config', 'user.email', 'mona@example.com')
  return branch
}

const textsOf = ({ decision }: Verification) =>
  decision.commits.flatMap(({ findings }) =>
    findings.filter(({ level }) => level === 'error').map((one) => one.suggestion),
  )

test('code that no test asks for has choices and no command, because no repair is accepted', async () => {
  await using branch = await open()
  await branch.commit('feat: halve', code(WITH_HALVE))
  await branch.commit('feat: more', code({ ...WITH_HALVE, third: 'n - 3' }))
  const { decision, ...judged } = await branch.verify({ triesAdvice: true })
  expect([decision.conclusion, decision.next?.suggestion.commands]).toEqual(['failure', []])
  expect(decision.next?.suggestion.text).toContain('none was accepted')
  const texts = textsOf({ ...judged, decision })
  expect(texts.flatMap(({ commands }) => commands)).toEqual([])
  expect(texts.filter(({ text }) => /git |tdd-gate /.test(text))).toEqual([])
})

test('a repair that calls the code of a GREEN a feature stands once, with the finding that the next step is about', async () => {
  await using branch = await open()
  await branch.commit('test: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  const judged = await branch.verify({ triesAdvice: true })
  const { commands = [] } = judged.decision.next?.suggestion ?? {}
  expect(commands.at(-1)).toBe('tdd-gate verify')
  expect(commands.at(0)).toContain(`--message='feat: halve' --trailer "Phase: green"`)
  expect(textsOf(judged).filter((one) => one.commands.length > 0)).toEqual([expect.objectContaining({ commands })])
})

test('`next` tries what `verify` tries, and says the same of it', async () => {
  await using branch = await open()
  await branch.commit('feat: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  const { decision } = await branch.verify({ triesAdvice: true })
  const { repo, cacheDir, hooks } = branch
  const step = await findNextStep({ repo: repo.dir, base: 'main', cacheDir }, hooks)
  expect(step.decision.next?.suggestion).toEqual(decision.next?.suggestion)
})

test('beside a split of a GREEN that changes tests of its RED, to put them back is a choice', async () => {
  await using branch = await open()
  await branch.red({ ...tests(WITH_HALVES) }, '1')
  await branch.green({ ...code(WITH_HALVE), ...tests({ ...WITH_HALVES, halves: ['halve', 6, 4] }) }, '1')
  const { decision } = await branch.verify({ triesAdvice: true })
  expect(decision.next?.suggestion.commands).toHaveLength(2)
  expect(decision.next?.suggestion.text).toMatch(/Or put the tests back as RED has them\.$/)
})

test('a forgotten file beside a renamed function gets a commit of its own', async () => {
  await using branch = await open()
  const renamed = {
    ...code({ twice: 'n * 2', next: 'n + 1' }),
    ...tests({ 'takes twice': ['twice', 2, 4], 'counts on': ['next', 1, 2] }),
  }
  await branch.commit('refactor: double is twice', { ...renamed, 'scratch.js': 'console.log(2)\n' })
  const { decision } = await branch.verify({ triesAdvice: true })
  expect(decision.next?.suggestion.text).toMatch(/^Commit the added files on their own\./)
  const { after, left, isWhole } = await followOnce(branch)
  expect([after.decision.conclusion, left, isWhole]).toEqual(['success', '', true])
})

test('the lines may be pasted in a folder of the repository', async () => {
  await using branch = await open()
  await branch.commit('feat: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  const { after, left, isWhole } = await followOnce(branch, { folder: 'src' })
  expect([after.decision.conclusion, left, isWhole]).toEqual(['success', '', true])
})

test('work that is not committed is laid aside, and lies where it was in the end', async () => {
  await using branch = await open()
  await branch.commit('feat: halve', {
    ...code(WITH_HALVE),
    ...tests(WITH_HALVES),
  })
  await branch.repo.write({ ...code({ ...WITH_HALVE, third: 'n - 3' }), 'notes.txt': 'Later.\n' })
  const { after, left } = await followOnce(branch)
  expect([after.decision.conclusion, left]).toEqual(['success', 'M src/sums.js\n?? notes.txt'])
  expect(await branch.repo.git('diff', 'HEAD')).toContain('+export const third = (n) => n - 3')
})

test('without runs a repair is printed that the phases and the classes of files allow, and the answer says so', async () => {
  await using branch = await open({ '.github/tdd-gate.yml': 'version: 1\nadvice: structural\n' })
  await branch.commit('feat: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  const { decision } = await branch.verify({ triesAdvice: true })
  expect(decision.next?.suggestion.text).toContain('without a run of tests')
  expect(decision.next?.suggestion.commands).toHaveLength(2)
})

test('nothing is tried for a head that is not checked out: the lines would meet another branch', async () => {
  await using branch = await open()
  await branch.commit('feat: halve', { ...code(WITH_HALVE), ...tests(WITH_HALVES) })
  const here = await branch.verify({ triesAdvice: true, head: 'work' })
  expect(here.decision.next?.suggestion.commands).toHaveLength(2)
  await branch.repo.git('checkout', '--quiet', '--detach', 'HEAD~1')
  const { decision } = await branch.verify({ triesAdvice: true, head: 'work' })
  expect(decision.next?.suggestion).toMatchObject({ commands: [], text: expect.not.stringContaining('on a copy') })
})
