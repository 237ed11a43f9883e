import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { TASK_RULE_CODES, type TaskRuleLevels } from '../../src/core/model/task-rule.ts'
import { type ParsedTask, parseTaskFiles } from '../../src/tasks/parse-plan.ts'
import { newTddTask, type TddTaskInput, tddTask } from '../support/tdd-task.ts'

const SESSION = '.workflow/active/WFS-cart/'

function read(documents: readonly object[], id: string | null = null, rules: TaskRuleLevels = {}): ParsedTask {
  const files = documents.map((one, index) => ({
    path: `${SESSION}.task/IMPL-${index + 1}.json`,
    text: JSON.stringify(one),
  }))
  return parseTaskFiles(files, { id, file: SESSION, rules })
}

function refusal(documents: readonly object[], id: string | null = null): string {
  try {
    read(documents, id)
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-plan') return error.message
    throw error
  }
  return 'accepted'
}

const cycle = (changes: object = {}) => ({ ...tddTask().context.tdd_cycles[0], ...changes })
const withCycles = (...cycles: readonly object[]) => ({ context: { ...tddTask().context, tdd_cycles: cycles } })
const waiting = (...ids: readonly string[]) => ({ context: { ...tddTask().context, depends_on: ids } })

describe('a TDD task of Claude-Code-Workflow', () => {
  test.each([
    ['older', tddTask()],
    ['newer', newTddTask()],
  ])('in the %s shape is a task with one subtask a cycle, and the session is its tag', (_, content) => {
    const { plan, warnings } = read([content])
    expect(plan).toMatchObject({ id: 'IMPL-1', title: 'Shopping cart with TDD', tag: 'WFS-cart' })
    expect(plan.subtasks).toMatchObject([
      {
        id: 'IMPL-1.1',
        title: 'Shopping cart with TDD',
        acceptance: ['All 2 tests pass with >=85% coverage: verify by npm test'],
        cycle: { tests: 2, names: ['adds an item', 'counts items'], coverage: 85 },
      },
    ])
    expect(warnings).toEqual([])
  })

  test.each(['meta', 'context', null])('finds tdd_cycles in %s', (place) => {
    const { tdd_cycles, ...context } = tddTask().context
    const bare = { ...tddTask(), context }
    const moved =
      place === null ? { ...bare, tdd_cycles } : { ...bare, [place]: { ...Object(bare)[place], tdd_cycles } }
    expect(read([moved]).plan.subtasks[0]?.cycle?.tests).toBe(2)
  })

  test('with several cycles has a subtask for each, in their order', () => {
    const content = tddTask(withCycles(cycle({ feature: 'Add' }), cycle({ feature: 'Count', test_count: 2 })))
    expect(read([content]).plan.subtasks).toMatchObject([
      { id: 'IMPL-1.1', title: 'Add', dependencies: [] },
      { id: 'IMPL-1.2', title: 'Count', dependencies: ['IMPL-1.1'] },
    ])
  })

  test('that is a container has the subtasks of its documents', () => {
    const container = { id: 'IMPL-3', title: 'Checkout', status: 'container', meta: { tdd_workflow: true } }
    const documents = [
      container,
      tddTask({ id: 'IMPL-3.1', title: 'Pay' }),
      tddTask({ id: 'IMPL-3.2', title: 'Ship', ...waiting('IMPL-3.1') }),
      tddTask({ id: 'IMPL-4', title: 'Other' }),
    ]
    const { plan } = read(documents, 'IMPL-3')
    expect([plan.id, plan.title]).toEqual(['IMPL-3', 'Checkout'])
    expect(plan.subtasks.map(({ id, title, dependencies }) => [id, title, dependencies])).toEqual([
      ['IMPL-3.1', 'Pay', []],
      ['IMPL-3.2', 'Ship', ['IMPL-3.1']],
    ])
  })
})

describe('a session', () => {
  const documents = [
    tddTask({ title: 'Second', ...waiting('IMPL-2') }),
    tddTask({ id: 'IMPL-2', title: 'First', ...withCycles(cycle(), cycle()) }),
    tddTask({ id: 'IMPL-3', title: 'Done', status: 'completed' }),
  ]

  test('is one task, its features in the order of their dependencies', () => {
    const { plan, leftOut } = read(documents)
    expect([plan.id, plan.tag]).toEqual(['WFS-cart', 'WFS-cart'])
    expect(plan.subtasks.map(({ id, dependencies }) => [id, dependencies])).toEqual([
      ['WFS-cart.IMPL-2.1', []],
      ['WFS-cart.IMPL-2.2', ['WFS-cart.IMPL-2.1']],
      ['WFS-cart.IMPL-1', ['WFS-cart.IMPL-2.2']],
    ])
    expect(leftOut).toEqual(['WFS-cart.IMPL-3: Done'])
  })

  test('has tasks that are read alone, and wait for the others that are open', () => {
    expect(read(documents, 'IMPL-1').waitsFor).toEqual(['IMPL-2'])
    expect(read(documents, 'WFS-cart:IMPL-2').plan.title).toBe('First')
    expect(refusal(documents, 'WFS-shop:IMPL-2')).toContain('these are the tasks of WFS-cart, not of WFS-shop')
    expect(refusal(documents, 'IMPL-9')).toContain('there is no task `IMPL-9`; the tasks are IMPL-1, IMPL-2, IMPL-3')
  })

  test('with a cycle or a missing task is refused with the chain or the id', () => {
    const ring = [tddTask(waiting('IMPL-2')), tddTask({ id: 'IMPL-2', ...waiting('IMPL-1') })]
    expect(refusal(ring)).toContain('the tasks form a cycle: IMPL-1 waits for IMPL-2 waits for IMPL-1')
    expect(refusal([tddTask(waiting('IMPL-7')), tddTask({ id: 'IMPL-2' })])).toContain(
      'waits for a task that is not there: IMPL-7',
    )
  })
})

const meta = (changes: object) => ({ meta: { ...tddTask().meta, ...changes } })
const context = (changes: object) => ({ context: { ...tddTask().context, ...changes } })
const steps = (change: (all: Record<string, unknown>[]) => unknown[]) => {
  const { flow_control } = tddTask() as TddTaskInput & {
    flow_control: { implementation_approach: Record<string, unknown>[] }
  }
  return { flow_control: { implementation_approach: change(flow_control.implementation_approach) } }
}
const bare = (phase: string) =>
  steps((all) => all.map((step) => (step['tdd_phase'] === phase ? { ...step, modification_points: ['Do it'] } : step)))
const many = (count: number) => Array.from({ length: count }, (_, index) => tddTask({ id: `IMPL-${index + 1}` }))

const BROKEN: Readonly<Record<string, readonly [readonly object[], RegExp]>> = {
  'acceptance-is-measurable': [
    [tddTask(context({ acceptance: ['All tests pass'] }))],
    /no acceptance criterion has a coverage/,
  ],
  'counts-agree': [
    [tddTask(withCycles(cycle({ test_count: 3 })))],
    /test_count is 3, but test_cases has 2\. Write `"test_count": 2`/,
  ],
  'cycle-is-small': [
    [tddTask(withCycles(cycle({ implementation_scope: '2,600 lines in a.ts' })))],
    /2600 lines in one cycle, more than 2500/,
  ],
  'cycles-are-quantified': [
    [tddTask(withCycles(cycle({ expected_coverage: 'high', test_cases: [] })))],
    /no usable test_cases, expected_coverage/,
  ],
  'fix-loop-is-planned': [
    [tddTask(steps((all) => all.map(({ test_fix_cycle: _, ...step }) => step)))],
    /the green step has no test-fix cycle/,
  ],
  'green-is-quantified': [[tddTask({ ...bare('green'), ...withCycles() })], /the green step counts and lists nothing/],
  'iterations-are-limited': [
    [tddTask({ ...meta({ max_iterations: 'many' }) })],
    /max_iterations is not a whole number from 1/,
  ],
  'paths-are-clear': [[tddTask(context({ focus_paths: ['../cart'] }))], /"\.\.\/cart" is not an absolute path/],
  'phases-are-three': [
    [tddTask(steps((all) => all.slice(0, 2)))],
    /the steps have the phases red, green; expected red, green, refactor/,
  ],
  'red-is-quantified': [[tddTask({ ...bare('red'), ...withCycles() })], /the red step counts and lists nothing/],
  'refactor-is-quantified': [[tddTask(bare('refactor'))], /the refactor step counts and lists nothing/],
  'ten-tasks-at-most': [many(11), /11 tasks\. Merge features/],
  'eighteen-tasks-at-most': [many(19), /19 tasks\. Merge features/],
  'two-levels-at-most': [
    [tddTask({ id: 'IMPL-3.1.2' })],
    /IMPL-3\.1\.2 is a subtask of a subtask\. Move it up: IMPL-3\.1\./,
  ],
  'workflow-is-tdd': [[tddTask(meta({ tdd_workflow: false }))], /meta\.tdd_workflow is not true/],
  'words-are-exact': [
    [tddTask(context({ requirements: ['Write thorough tests'] }))],
    /`thorough` counts nothing\. Write how many/,
  ],
}

describe('the rules for TDD tasks', () => {
  test('each has a broken example', () => {
    expect(Object.keys(BROKEN).toSorted()).toEqual(TASK_RULE_CODES.toSorted())
  })

  test.each(Object.entries(BROKEN))(
    '%s: is reported with its place, code and next step',
    (code, [documents, message]) => {
      const levels = Object.fromEntries(TASK_RULE_CODES.map((one) => [one, one === code ? 'warn' : 'off'] as const))
      const [line = ''] = read(documents, null, levels).warnings
      expect(line).toMatch(new RegExp(`^${SESSION}\\.task/IMPL-\\d+\\.json:1:\\d+ ${code}: `))
      expect(line).toMatch(message)
    },
  )

  test('a rule at level error refuses the document, and names every broken rule', () => {
    const line = refusal([tddTask({ ...meta({ tdd_workflow: false, max_iterations: 0 }) })])
    expect(line).toContain('workflow-is-tdd: ')
    expect(line).toContain('iterations-are-limited: ')
  })

  test('a complete task breaks none of them at the strictest levels', () => {
    const strict = Object.fromEntries(TASK_RULE_CODES.map((code) => [code, 'error'] as const))
    expect(read([tddTask()], null, strict).plan.id).toBe('IMPL-1')
    expect(read([newTddTask()], null, strict).plan.id).toBe('IMPL-1')
  })
})
