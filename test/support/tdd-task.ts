/** A TDD task as Claude-Code-Workflow writes it. */

export interface TddTaskInput {
  readonly [key: string]: unknown
  readonly meta: Readonly<Record<string, unknown>>
  readonly context: Readonly<Record<string, unknown>> & { readonly tdd_cycles: readonly object[] }
  readonly flow_control: Readonly<Record<string, unknown>>
}

const CYCLE = {
  test_count: 2,
  test_cases: ['adds an item', 'counts items'],
  implementation_scope: 'add() and count() in src/cart.ts lines 1-20',
  expected_coverage: '>=85%',
}
const STEPS = [
  {
    step: 1,
    title: 'Red',
    tdd_phase: 'red',
    modification_points: ['Write 2 test cases: [adds an item, counts items]'],
  },
  {
    step: 2,
    title: 'Green',
    tdd_phase: 'green',
    test_fix_cycle: { max_iterations: 3 },
    modification_points: ['Implement 2 functions in src/cart.ts lines 1-20: [add() 1-10, count() 11-20]'],
  },
  { step: 3, title: 'Refactor', tdd_phase: 'refactor', modification_points: ['Apply 1 refactoring: [name the limit]'] },
]

/** Every call returns a new one, so that a test may change it. */
export function tddTask(changes: Readonly<Record<string, unknown>> = {}): TddTaskInput {
  return structuredClone({
    id: 'IMPL-1',
    title: 'Shopping cart with TDD',
    status: 'pending',
    context_package_path: '.workflow/active/WFS-cart/.process/context-package.json',
    meta: { type: 'feature', agent: '@code-developer', tdd_workflow: true, max_iterations: 3, use_codex: false },
    context: {
      requirements: ['Implement 2 functions: [add, count]'],
      tdd_cycles: [CYCLE],
      focus_paths: ['./src/cart'],
      acceptance: ['All 2 tests pass with >=85% coverage: verify by npm test'],
      depends_on: [],
    },
    flow_control: { pre_analysis: [], implementation_approach: STEPS },
    ...changes,
  })
}

/** The newer shape: the parts stand at the top, and the cycles in `meta`. */
export function newTddTask(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const { meta, context, flow_control: _, ...rest } = tddTask()
  const { tdd_cycles, acceptance, focus_paths } = context
  return structuredClone({
    ...rest,
    context_package_path: undefined,
    depends_on: [],
    focus_paths,
    description: 'A cart that counts.',
    meta: { ...meta, tdd_cycles },
    cli_execution: { id: 'WFS-cart-IMPL-1', strategy: 'new' },
    convergence: { criteria: acceptance },
    implementation: STEPS,
    ...changes,
  })
}
