import { expect, test } from 'vitest'
import type { SubtaskState } from '../../src/core/model/finding.ts'
import type { Plan } from '../../src/core/model/plan.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { toPlanDocuments } from '../../src/render/plan-documents.ts'

const planned = { description: '', acceptance: [], dependencies: [], testStrategy: '', cycle: null }
const PLAN: Plan = {
  id: '42',
  title: 'Shopping cart',
  tag: 'shop',
  description: 'Items and prices.',
  subtasks: [
    {
      ...planned,
      id: '42.1',
      title: 'Add an item',
      acceptance: ['it is in the cart'],
      cycle: { tests: 2, names: ['adds', 'counts'], coverage: 90 },
    },
    { ...planned, id: '42.2', title: 'Sum <b>it</b>', dependencies: ['42.1'] },
    { ...planned, id: '42.3', title: 'Ship' },
  ],
}
const state = (id: string, status: SubtaskState['status'], over: Partial<SubtaskState> = {}): SubtaskState => ({
  id,
  title: id,
  status,
  attempts: 0,
  drivers: [],
  ...over,
})
const said = { by: 'ada', reason: 'later', at: '2026-01-01T00:00:00Z' }
const write = (subtasks: readonly SubtaskState[], refactor: 'off' | 'required' = 'off') =>
  toPlanDocuments({ plan: PLAN, policy: { ...DEFAULT_POLICY, refactor }, subtasks })

test('the list marks what is proved, and ticks what is done or skipped', () => {
  const [, todo] = write([state('42.1', 'done'), state('42.2', 'red'), state('42.3', 'pending', { skipped: said })])
  expect(todo?.path).toBe('TODO_LIST.md')
  expect(todo?.text).toContain('- [x] **`42.1`** Add an item (RED ✓, GREEN ✓)\n')
  expect(todo?.text).toContain('- [ ] **`42.2`** Sum `<b>it</b>` (RED ✓, GREEN)\n')
  expect(todo?.text).toContain('- [x] **`42.3`** Ship (skipped)\n')
  expect(todo?.text).toContain('2 of 3 subtasks are done.')
  expect(write([state('42.1', 'green')], 'required')[1]?.text).toContain('(RED ✓, GREEN ✓, REFACTOR)')
})

test('the plan counts the tests of each cycle, and does not change with progress', () => {
  const [plan] = write([])
  expect(plan?.text).toContain(
    '### `42.1` Add an item\n\n- to accept: it is in the cart\n- RED: 2 tests\n  - adds\n  - counts\n- coverage: at least 90%\n',
  )
  expect(plan?.text).toContain('- after `42.1`')
  expect(write([state('42.1', 'done')])[0]).toEqual(plan)
})

test('the plan begins with the facts that readers of TDD plans look for', () => {
  const [plan] = write([])
  expect(plan?.text).toMatch(
    /^---\nworkflow_type: "tdd"\ntdd_workflow: true\nfeature_count: 3\ntask_breakdown: \["42.1","42.2","42.3"\]\n---\n\n# Plan/,
  )
})
