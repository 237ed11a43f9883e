import { expect, test } from 'vitest'
import { unboundParts } from '../../../src/core/compare/binding.ts'
import { aCommit, DIGEST, getEvidence, SETTLED } from '../support.ts'

const commit = aCommit()
const wanted = { commit, state: { baseline: SETTLED }, policyDigest: DIGEST, scope: 'suite' as const }

test.each([
  ['its own', getEvidence({}, commit), []],
  ['of another commit', getEvidence({ commit: 'other' }, commit), ['another commit']],
  ['of another tree', getEvidence({ tree: 'other' }, commit), ['another tree']],
  ['of another policy', getEvidence({ policyDigest: 'weaker' }, commit), ['another policy']],
  ['of another comparison', getEvidence({ comparedWith: 'other' }, commit), ['another comparison']],
  ['of some files where the suite had to run', getEvidence({ scope: 'files' }, commit), ['only a part of the suite']],
])('evidence %s', (_, evidence, parts) => {
  expect(unboundParts(evidence, wanted)).toEqual(parts)
})

test('the whole suite is enough where some files had to run', () => {
  expect(unboundParts(getEvidence({}, commit), { ...wanted, scope: 'files' })).toEqual([])
})
