import { describe, expect, test } from 'vitest'
import { isCounterfactualFree, productionSince } from '../../../src/core/compare/counterfactual.ts'
import { aCycle, getState, setOf } from '../rules/support.ts'
import { aCommit, change } from '../support.ts'

const test1 = change('a.test.ts', 'test')
const code = change('src/a.ts')
const red = aCycle({ otherChanges: setOf(test1) })
const afterRed = getState({ otherChanges: setOf(test1) })

describe('taking production back costs no run', () => {
  test.each([
    ['when GREEN changes production alone', aCommit({ changes: [code] }), red, true],
    [
      'not when it changes a document that a test may read',
      aCommit({ changes: [code, change('a.md', 'docs')] }),
      red,
      false,
    ],
    ['not when it changes a fixture', aCommit({ changes: [code, change('fixture.json', 'test')] }), red, false],
    ['not when production had changed before RED', aCommit({ changes: [code] }), { ...red, isPristine: false }, false],
  ])('%s', (_, commit, cycle, isFree) => {
    expect(isCounterfactualFree(afterRed, commit, cycle)).toBe(isFree)
  })
})

test('what is taken back is all production since the last settled commit', () => {
  const state = getState({ production: setOf(change('src/b.ts')) })
  expect([...productionSince(state, aCommit({ changes: [code, test1] })).keys()]).toEqual(['src/b.ts', 'src/a.ts'])
})
