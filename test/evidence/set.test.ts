/** A run's documents: all that its index lists, nothing else, and all of one run. */
import { describe, expect, test } from 'vitest'
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import { checkSet, type ExpectedSet, getAudience } from '../../src/evidence/set.ts'
import {
  aBranch,
  aDocument,
  anIndex,
  BASE,
  digest,
  HEAD,
  judgedCommit,
  POLICY,
  REPOSITORY,
  RUN,
  sha,
  TREE,
  travelling,
} from './support.ts'

const expected: ExpectedSet = {
  repositoryId: REPOSITORY.id,
  pullRequest: 7,
  base: BASE,
  head: HEAD,
  policyDigest: POLICY,
  level: 'attested',
  run: { id: '900', attempt: 1 },
}
const first = aDocument({ commit: sha('1'), evidence: { ...travelling(), commit: sha('1') } })
const last = aDocument()
const documents = [first, last]

test('the audience is made of the digest of the index', () => {
  const index = anIndex(documents)
  expect(getAudience(index)).toMatch(/^tdd-gate:[0-9a-f]{64}$/)
  expect(getAudience(index)).toBe(getAudience(JSON.parse(canonical(index))))
  expect(getAudience(anIndex([last, first]))).not.toBe(getAudience(index))
  expect(getAudience(anIndex(documents, { pullRequest: 8 }))).not.toBe(getAudience(index))
})

test('whole sets are believed, in any order, with as much as is known of them', () => {
  const index = anIndex(documents)
  expect(checkSet({ index, documents }, expected)).toEqual([])
  expect(checkSet({ index, documents: documents.toReversed() }, { repositoryId: '4711', pullRequest: 7 })).toEqual([])
  expect(checkSet({ index: anIndex([]), documents: [] }, expected)).toEqual([])
})

describe('refused: an index', () => {
  test.each([
    [
      'of another repository',
      { repository: { id: '1', name: 'a/b' } },
      'The index belongs to another repository (a/b, id 1)',
    ],
    ['of another pull request', { pullRequest: null }, 'The index belongs to no pull request'],
    ['of another base', { base: sha('9') }, 'The index has another base (999999999)'],
    ['of another head', { head: sha('9'), run: { ...RUN, head: sha('9') } }, 'The index has another head (999999999)'],
    ['of two heads', { run: { ...RUN, head: sha('9') } }, 'The index contradicts itself about its head'],
    ['of another policy', { policyDigest: digest('0') }, 'The index has another policy'],
    ['of a lower level', { level: 'self-published' as const }, 'The index claims the level self-published'],
    ['of another run', { run: { ...RUN, attempt: 2 } }, 'The index was written by run 900, attempt 2'],
    [
      'that lists a commit twice',
      { documents: [0, 0].map(() => ({ commit: HEAD, digest: toDigest(last) })) },
      'The index lists aaaaaaaaa twice',
    ],
  ])('%s', (_, given, reason) => {
    const documents = 'documents' in given ? [last] : []
    expect(checkSet({ index: anIndex([], given), documents }, expected)).toEqual([reason])
  })
})

describe('refused: documents', () => {
  const index = anIndex(documents)
  test.each([
    ['one is missing', [last], 'The evidence of 111111111 is listed but missing'],
    ['one is not listed', [...documents, aDocument({ commit: sha('2') })], 'The evidence of 222222222 is not listed'],
    ['one is there twice', [...documents, last], 'The evidence of aaaaaaaaa is present 2 times'],
    ['one was edited', [first, { ...last, runs: [] }], 'The evidence of aaaaaaaaa does not match the index'],
    [
      'one was put in the place of another',
      [first, { ...first, commit: HEAD }],
      'The evidence of aaaaaaaaa does not match the index',
    ],
  ])('%s', (_, given, reason) => {
    expect(checkSet({ index, documents: given }, expected)).toEqual([reason])
  })

  test.each([
    [
      'repository',
      { repository: { id: '4711', name: 'shop/other' } },
      'belongs to another repository (shop/other, id 4711)',
    ],
    ['pull request', { pullRequest: 8 }, 'belongs to pull request #8'],
    ['run', { run: { ...RUN, id: '1' } }, 'was written by run 1, attempt 1'],
    ['event', { run: { ...RUN, event: 'push' } }, 'belongs to another event or head'],
    ['policy', { policyDigest: digest('0') }, 'has another policy'],
    ['level', { level: 'verified-run' as const }, 'claims the level verified-run'],
  ])('listed, yet of another %s', (_, given, reason) => {
    const stranger = aDocument(given)
    expect(checkSet({ index: anIndex([first, stranger]), documents: [first, stranger] }, expected)).toEqual([
      `The evidence of aaaaaaaaa ${reason}`,
    ])
  })

  test('every reason is listed', () => {
    const strangers = [aDocument({ pullRequest: 8, level: 'verified-run' })]
    const reasons = checkSet({ index: anIndex(documents, { pullRequest: 9 }), documents: strangers }, expected)
    expect(reasons).toHaveLength(5)
  })
})

describe('the facts of the branch', () => {
  const branch = aBranch()
  const listed = (facts = branch) => anIndex([last], { branch: toDigest(facts) })

  test('are accepted as the index lists them, and are not downloaded when no commit needs them', () => {
    expect(checkSet({ index: listed(), documents: [last], branch }, expected)).toEqual([])
    expect(checkSet({ index: listed(), documents: [last] }, expected)).toEqual([])
    expect(checkSet({ index: anIndex([last]), documents: [last], branch: null }, expected)).toEqual([])
  })

  test("the base's own evidence is of no judged commit", () => {
    const base = aDocument({ commit: BASE, tree: TREE, parent: sha('9') })
    const index = anIndex([base, last], { branch: toDigest(branch) })
    expect(checkSet({ index, documents: [base, last], branch }, expected)).toEqual([])
  })

  test.each([
    ['that are missing', listed(), null, 'The facts of the branch are listed but missing'],
    ['that are not listed', anIndex([last]), branch, 'The facts of the branch are not listed'],
    ['that were edited', listed(), aBranch({ base: sha('9') }), 'The facts of the branch do not match the index'],
  ])('refused: %s', (_, index, given, reason) => {
    expect(checkSet({ index, documents: [last], branch: given }, expected)).toContain(reason)
  })

  test.each([
    ['base', { base: sha('9') }, 'The facts of the branch have another base (999999999)'],
    ['head', { head: sha('9') }, 'The facts of the branch have another head (999999999)'],
    ['policy', { policyDigest: digest('0') }, 'The facts of the branch have another policy'],
    ['commits', { commits: [] }, 'The evidence of aaaaaaaaa belongs to no commit of the branch'],
    [
      'tree',
      { commits: [judgedCommit({ tree: sha('9') })] },
      'The evidence of aaaaaaaaa contradicts the facts of the branch',
    ],
    [
      'parent',
      { commits: [judgedCommit({ parents: [sha('9')] })] },
      'The evidence of aaaaaaaaa contradicts the facts of the branch',
    ],
  ])('refused: listed, yet of another %s', (_, given, reason) => {
    const facts = aBranch(given)
    expect(checkSet({ index: listed(facts), documents: [last], branch: facts }, expected)).toContain(reason)
  })
})
