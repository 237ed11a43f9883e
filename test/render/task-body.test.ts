import { expect, test } from 'vitest'
import { toTaskBody } from '../../src/render/task-body.ts'
import { planOfIssue } from '../../src/tasks/issue.ts'

const plan = planOfIssue(
  { number: 42, title: 'Sums', body: 'Ask @ada.\n\n- [ ] Adds\n  - is exact\n- [ ] Divides (after 1)' },
  [],
)
const body = (change: object = {}) =>
  toTaskBody({ plan, issue: 42, hint: '<!-- tdd-gate:start -->', subtasks: [], ...change })

test('a checklist with what each subtask must show, after the hidden hint', () => {
  expect(body().split('\n')[0]).toBe('<!-- tdd-gate:start -->')
  expect(body()).toContain('- [ ] `42.1` Adds\n  - is exact\n- [ ] `42.2` Divides (after `42.1`)')
  expect(body()).toContain('Closes #42')
})

test('the checklist follows the truth', () => {
  const state = { id: '42.1', title: 'Adds', status: 'done' as const, attempts: 1, drivers: [] }
  expect(body({ subtasks: [state, { ...state, id: '42.2', status: 'red' }] })).toMatch(
    /- \[x\] `42\.1` Adds — done[\s\S]*- \[ \] `42\.2` Divides.* — red/,
  )
})

test('nobody is mentioned by what a plan says', () => {
  expect(body()).toContain('`@ada`')
})

test('it stays within what GitHub takes', () => {
  const title = 'ü'.repeat(500)
  const subtasks = Array.from({ length: 400 }, (_, n) => ({
    ...plan.subtasks[0],
    id: `42.${n}`,
    title,
    acceptance: Array.from({ length: 50 }, () => title),
  }))
  expect(Buffer.byteLength(body({ plan: { ...plan, subtasks } }))).toBeLessThan(65_000)
})
