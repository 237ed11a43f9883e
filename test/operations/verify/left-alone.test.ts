/** `paths.docs` names files that no test and no runner reads. The verdict says which changes it leaves alone. */
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { SHOP } from '../../support/shop.ts'

const NOTES = 'version: 1\npaths: { docs: ["notes/**", "generated/**"] }\n'
const base = { ...SHOP, '.github/tdd-gate.yml': NOTES, 'notes/a.txt': 'one\n' }

test('the verdict counts the changed files that `paths.docs` leaves alone, each once, and names them', async () => {
  await using branch = await createBranch(base)
  await branch.commit('docs: notes', { 'notes/a.txt': 'two\n', 'README.md': 'Shop.\n' })
  await branch.commit('docs: more', { 'notes/a.txt': 'three\n', 'notes/b.txt': 'new\n' })
  const { conclusion, notes } = await branch.verify()
  expect(conclusion).toBe('success')
  expect(notes).toContain('paths.docs leaves 2 changed files alone: notes/a.txt, notes/b.txt')
})

test('documents that are documents by default are not named', async () => {
  await using branch = await createBranch(base)
  await branch.commit('docs: readme', { 'README.md': 'Shop.\n' })
  expect((await branch.verify()).notes.filter((note) => note.includes('paths.docs'))).toEqual([])
})

test('a branch cannot leave its own files alone: the base says which', async () => {
  await using branch = await createBranch({ ...SHOP, '.github/tdd-gate.yml': 'version: 1\n', 'notes/a.txt': 'one\n' })
  await branch.commit('chore: notes', { '.github/tdd-gate.yml': NOTES })
  await branch.commit('docs: notes', { 'README.md': 'Shop.\n' })
  expect((await branch.verify()).notes.filter((note) => note.includes('paths.docs'))).toEqual([])
})

test('what looks like a test or a setting of a runner is named apart, because a runner may read it', async () => {
  const config = 'version: 1\npaths: { docs: ["notes/**", "test/kit/**"] }\n'
  await using branch = await createBranch({ ...base, '.github/tdd-gate.yml': config })
  await branch.commit('docs: notes', { 'notes/a.txt': 'two\n', 'test/kit/odd.memo': 'new\n' })
  expect((await branch.verify()).notes).toContain(
    'paths.docs leaves 2 changed files alone: notes/a.txt, test/kit/odd.memo. ' +
      'A runner may read test/kit/odd.memo: take it out of paths.docs unless nothing does.',
  )
})
