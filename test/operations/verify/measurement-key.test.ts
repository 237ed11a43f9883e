import { expect, test } from 'vitest'
import { type MeasurementParts, measurementKey } from '../../../src/operations/verify/measurement.ts'
import { aCycle } from '../../core/rules/support.ts'
import { aCommit, change } from '../../core/support.ts'

const code = change('src/cart.js')
const parts: MeasurementParts = {
  commit: aCommit({ tree: 't1', changes: [code] }),
  parentTree: 't0',
  baselineTree: 't0',
  phase: 'green',
  changes: [code],
  plan: { scope: 'suite', files: ['a.test.js'], repeat: 2, counterfactual: null },
  basis: { openTests: new Set(['a > b', 'c > d']), openFiles: new Set(['a.test.js']) },
  cycles: [aCycle()],
  policyDigest: 'policy',
}
const KEY = measurementKey(parts)

test('is a sha256 that names no commit: the same for a commit of another name, message, author and subtask', () => {
  const renamed = aCommit({ tree: 't1', changes: [code], subject: 'rebased', parents: ['elsewhere'], task: '7' })
  const cycles = [aCycle({ subtask: '7', red: 'elsewhere', attempts: 2 })]
  expect(KEY).toMatch(/^[0-9a-f]{64}$/)
  expect(measurementKey({ ...parts, commit: renamed, cycles })).toBe(KEY)
})

test('is made of lists: an iterator would be empty at the second key of the same parts', () => {
  // @ts-expect-error An iterator can be read only once.
  const changes: MeasurementParts['changes'] = [code].values()
  // @ts-expect-error So can this one.
  const cycles: MeasurementParts['cycles'] = [aCycle()].values()
  expect(() => measurementKey({ ...parts, changes })).toThrow()
  expect(measurementKey({ ...parts, cycles: [...cycles] })).toBe(KEY)
})

test('does not depend on the order of sets', () => {
  const openTests = new Set(['c > d', 'a > b'])
  expect(measurementKey({ ...parts, basis: { ...parts.basis, openTests } })).toBe(KEY)
})

test.each<[string, Partial<MeasurementParts>]>([
  ['tree', { commit: aCommit({ tree: 't2', changes: [code] }) }],
  ['set of changes', { commit: aCommit({ tree: 't1', changes: [] }) }],
  ['class of a change', { commit: aCommit({ tree: 't1', changes: [{ ...code, class: 'docs' }] }) }],
  ['parent', { parentTree: 't9' }],
  ['settled tree', { baselineTree: 't9' }],
  ['thing to be compared with, or none', { baselineTree: null }],
  ['phase', { phase: 'refactor' }],
  ['set of changes to answer for', { changes: [code, change('src/other.js')] }],
  ['scope', { plan: { ...parts.plan, scope: 'files' } }],
  ['set of files', { plan: { ...parts.plan, files: [] } }],
  ['number of executions', { plan: { ...parts.plan, repeat: 3 } }],
  ['counterfactual', { plan: { ...parts.plan, counterfactual: [{ path: 'src/cart.js', blob: null }] } }],
  ['set of open drivers', { basis: { ...parts.basis, openTests: new Set() } }],
  ['set of open files', { basis: { ...parts.basis, openFiles: new Set() } }],
  ['open cycle', { cycles: [aCycle({ tests: ['other'] })] }],
  ['file of an open cycle', { cycles: [aCycle({ watch: ['other.test.js'] })] }],
  ['claim that tests pass at once', { mayPassAtOnce: true }],
  ['change that no test noticed', { unnoticed: [{ path: 'src/cart.js', line: 1, from: '<', to: '<=' }] }],
  ['policy', { policyDigest: 'weaker' }],
])('another %s is another key', (_, other) => {
  expect(measurementKey({ ...parts, ...other })).not.toBe(KEY)
})
