/** What S3 demands of a TDD task, by its own words and numbers. */
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { TASK_RULE_CODES, type TaskRuleLevels } from '../../src/core/model/task-rule.ts'
import { parseTaskFiles } from '../../src/tasks/parse-plan.ts'
import { tddTask } from '../support/tdd-task.ts'

const STRICT = Object.fromEntries(TASK_RULE_CODES.map((code) => [code, 'error'] as const))

function read(tasks: readonly object[], rules: Parameters<typeof parseTaskFiles>[1]['rules'] = STRICT): string {
  const files = tasks.map((task, index) => ({
    path: `.workflow/active/WFS-auth/.task/IMPL-${index + 1}.json`,
    text: JSON.stringify(task),
  }))
  try {
    return parseTaskFiles(files, { id: null, file: '.workflow/active/WFS-auth/', rules }).warnings.join('\n')
  } catch (error) {
    if (error instanceof GateError) return error.message
    throw error
  }
}

const { meta, context, flow_control } = tddTask()
const steps = (flow_control as { implementation_approach: readonly object[] }).implementation_approach
const withStep = (index: number, text: string) => ({
  flow_control: { implementation_approach: steps.with(index, { ...steps[index], modification_points: [text] }) },
})
const accepting = (text: string) => ({ context: { ...context, acceptance: [text] } })
const many = (count: number) => Array.from({ length: count }, (_, index) => tddTask({ id: `IMPL-${index + 1}` }))

describe('a TDD task of S3', () => {
  test.each([
    ['RED', withStep(0, 'Write 2 test cases: [adds an item, counts items]')],
    [
      'GREEN',
      withStep(1, 'Implement 2 functions in src/cart.ts lines 1-20: [add() 1-10, count() 11-20], test-fix cycle'),
    ],
    ['REFACTOR', withStep(2, 'Apply 2 refactorings: [name the limit (a constant), merge branches (add and put)]')],
    ['acceptance', accepting('All 2 tests pass with >=85% coverage: verify by npm test')],
  ])('is accepted with the form of its %s', (_, changes) => {
    expect(read([tddTask(changes)])).toBe('')
  })

  test.each([
    ['REFACTOR without a list', withStep(2, 'Improve the code'), 'refactor-is-quantified'],
    ['acceptance without coverage', accepting('All 2 tests pass: verify by npm test'), 'acceptance-is-measurable'],
    ...['comprehensive', 'complete', 'thorough'].map((word) => {
      return [`the word ${word}`, accepting(`All 2 ${word} tests pass with >=85% coverage`), 'words-are-exact'] as const
    }),
    ['no flag', { meta: { ...meta, tdd_workflow: undefined } }, 'workflow-is-tdd'],
    ['an endless fix loop', { meta: { ...meta, max_iterations: 0 } }, 'iterations-are-limited'],
    ['two steps', { flow_control: { implementation_approach: steps.slice(0, 2) } }, 'phases-are-three'],
    ['four steps', { flow_control: { implementation_approach: [...steps, steps[2]] } }, 'phases-are-three'],
  ] as const)('is refused with %s', (_, changes, code) => {
    expect(read([tddTask(changes)])).toContain(code)
  })

  const elsewhere = { meta: { ...meta, max_iterations: undefined } }

  test.each([
    [
      'RED',
      withStep(0, 'Write the tests of the cycles'),
      'red-is-quantified: the red step counts and lists nothing by itself',
    ],
    ['GREEN', withStep(1, 'Implement it'), 'green-is-quantified: the green step counts and lists nothing by itself'],
    ['the limit of iterations', elsewhere, 'iterations-are-limited: max_iterations stands outside of `meta`'],
  ])('whose %s stands only elsewhere is warned, and refused where the configuration says so', (_, changes, advice) => {
    const files = [{ path: 'IMPL-1.json', text: JSON.stringify(tddTask(changes)) }]
    const parse = (rules: TaskRuleLevels) => parseTaskFiles(files, { id: null, file: 'IMPL-1.json', rules })
    expect(parse({}).warnings.join('\n')).toContain(advice)
    expect(() => parse({ [advice.split(':', 1)[0] ?? '']: 'error' })).toThrow(advice)
  })

  test.each([
    [10, {}, ''],
    [11, {}, 'ten-tasks-at-most'],
    [18, { 'ten-tasks-at-most': 'off' } as const, ''],
    [19, { 'ten-tasks-at-most': 'off' } as const, 'eighteen-tasks-at-most'],
  ])('has, among %i of a session, a limit of number: %j', (count, more, code) => {
    const complaint = read(many(count), { ...STRICT, ...more })
    expect(code === '' ? complaint : complaint.includes(code)).toBe(code === '' ? '' : true)
  })

  test.each([
    ['2500 lines in src/a.ts', false],
    ['2501 lines in src/a.ts', true],
    ['src/a.ts, src/b.ts, src/c.ts, src/d.ts, src/e.ts, src/f.ts', false],
    ['src/a.ts, src/b.ts, src/c.ts, src/d.ts, src/e.ts, src/f.ts, src/g.ts', true],
  ])('with a cycle of `%s` needs subtasks: %s', (implementation_scope, isLarge) => {
    const cycle = { ...context.tdd_cycles[0], implementation_scope }
    const complaint = read([tddTask({ context: { ...context, tdd_cycles: [cycle] } })])
    expect(complaint.includes('cycle-is-small')).toBe(isLarge)
  })
})
