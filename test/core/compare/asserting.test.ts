/** A test that failed at RED by production's own behaviour may pass with an empty body: it demands that something ends. */
import { expect, test } from 'vitest'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { openPull } from '../story.ts'
import { getEmptied } from '../support.ts'

const WAITS = 'bus.test.ts > goes on'
const failsBy = (kind: Evidence['failing'][number]['kind']) => (evidence: Evidence) => ({
  ...evidence,
  failing: evidence.failing.map((test) => ({ ...test, kind, atClass: 'test' as const })),
})

test.each([
  ['timeout', 'green 1: accepted'],
  ['assertion', 'green 1: accepted'],
  ['error', 'green 1: rejected'],
] as const)('a driver that failed by %s and passes with empty functions makes %s', (kind, verdict) => {
  const pull = openPull()
  pull.red({ 'bus.test.ts': 'v1' }, { [WAITS]: 'failed' }, { evidence: failsBy(kind) })
  const emptied = getEmptied({ hollow: [WAITS], noticed: 0 })
  pull.green({ 'src/bus.ts': 'v1' }, { [WAITS]: 'passed' }, { evidence: (evidence) => ({ ...evidence, emptied }) })
  expect(pull.lines().at(-1)).toContain(verdict)
})
