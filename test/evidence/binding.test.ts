/** A document is used for nothing but what it is of. */
import { describe, expect, test } from 'vitest'
import { type ExpectedBinding, findBindingErrors } from '../../src/evidence/binding.ts'
import { aDocument, BASE, digest, HEAD, POLICY, REPOSITORY, RUN, sha, TREE, travelling } from './support.ts'

const expected: ExpectedBinding = {
  repositoryId: REPOSITORY.id,
  pullRequest: 7,
  commit: HEAD,
  tree: TREE,
  parent: BASE,
  policyDigest: POLICY,
  run: { id: '900', attempt: 1 },
}
const other = sha('9')

test('its own commit, pull request, repository, policy and run', () => {
  expect(findBindingErrors(aDocument(), expected)).toEqual([])
})

describe('a document of something else says of what', () => {
  test.each([
    ['repository', { repository: { id: '9', name: 'shop/fork' } }, 'belongs to another repository (shop/fork, id 9)'],
    ['pull request', { pullRequest: 8 }, 'belongs to pull request #8'],
    ['no pull request', { pullRequest: null }, 'belongs to no pull request'],
    [
      'commit',
      { commit: other, evidence: { ...travelling(), commit: other } },
      'belongs to another commit (999999999)',
    ],
    ['tree', { tree: other, evidence: { ...travelling(), tree: other } }, 'belongs to another tree (999999999)'],
    ['parent', { parent: other }, 'belongs to a commit on 999999999'],
    ['no parent', { parent: null }, 'belongs to a commit without a parent'],
    [
      'policy',
      { policyDigest: digest('0'), evidence: { ...travelling(), policyDigest: digest('0') } },
      'was measured with another policy',
    ],
    ['run', { run: { ...RUN, id: '901' } }, 'was written by run 901, attempt 1'],
    ['attempt', { run: { ...RUN, attempt: 2 } }, 'was written by run 900, attempt 2'],
  ])('%s', (_, given, reason) => {
    expect(findBindingErrors(aDocument(given), expected)).toEqual([reason])
  })

  test('and where it contradicts itself, since the decision reads what is inside', () => {
    const evidence = { ...travelling(), commit: other, tree: other, policyDigest: digest('0') }
    expect(findBindingErrors(aDocument({ evidence }), expected)).toEqual([
      'contradicts itself: its measurement belongs to commit 999999999',
      'contradicts itself: its measurement belongs to tree 999999999',
      'contradicts itself: its measurement has another policy',
    ])
  })

  test('all differences are named at once', () => {
    const stranger = aDocument({ pullRequest: 8, parent: null, run: { ...RUN, id: '1' } })
    expect(findBindingErrors(stranger, expected)).toHaveLength(3)
  })
})

test('of a name that was taken over only the id counts', () => {
  expect(findBindingErrors(aDocument({ repository: { ...REPOSITORY, name: 'new/name' } }), expected)).toEqual([])
})

test('where any run will do, none is asked for', () => {
  const { run: _, ...anywhere } = expected
  expect(findBindingErrors(aDocument({ run: { ...RUN, id: '901' } }), anywhere)).toEqual([])
})
