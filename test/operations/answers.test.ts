/** No operation fails on its own answer: each is what its schema says, and gets the keys of Task Master, in every state. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../src/core/evaluate/decide.ts'
import type { Decision } from '../../src/core/model/finding.ts'
import type { MaintainerDecision } from '../../src/core/model/maintainer-decision.ts'
import type { WorkContext } from '../../src/core/model/work-context.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import { toKnownAnswer } from '../../src/operations/task-master/keys.ts'
import { toCommitJson, toCompleteJson } from '../../src/render/complete-text.ts'
import { toVerifyJson } from '../../src/render/gate-report/verify-json.ts'
import { toPlanJson } from '../../src/render/plan-text.ts'
import { toStartJson } from '../../src/render/start-text.ts'
import { toNextJson } from '../../src/render/work-unit.ts'
import { anyFacts } from '../core/any-facts.ts'
import { aPlan, aSubtask } from '../core/rules/support.ts'
import { judged } from '../support/decision.ts'
import { shareOf } from '../support/property-runs.ts'

const AROUND = { branch: 'b', top: null, accepted: null, message: 'feat: two', run: null, now: '2026-01-01' }
const PLAN = aPlan(aSubtask('42.1'))
const CONTEXT: WorkContext = {
  branch: 'work',
  defaultBranch: 'origin/main',
  uncommitted: [],
  testCommands: [],
  testConvention: null,
  nearbyTests: [],
  prompts: [],
  template: '{msg}',
}

const stop = fc.constantFrom<MaintainerDecision['kind'] | null>(null, null, 'pause', 'abort', 'resume')
const anyDecision: fc.Arbitrary<Decision> = fc.tuple(anyFacts, stop).map(([facts, kind]) => {
  if (kind === null) return decide(facts)
  const by = { login: 'mona', id: '1', isBot: false }
  const at = '2026-01-01T00:00:00Z'
  const said = { schemaVersion: 1, kind, pullRequest: 1, head: facts.head, subtask: null, reason: '', by, at } as const
  return decide({ ...facts, people: { pullRequest: 1, decisions: [{ ...said, commentId: '1' }] } })
})

/** Every answer that follows from a decision, by the operation that gives it. */
function answersFrom(decision: Decision): readonly (readonly [name: string, json: object])[] {
  const input = { decision, plan: PLAN, driverFailures: [], notes: [], context: CONTEXT }
  const commit = decision.commits.at(-1) ?? judged({})
  const staged = { isStaged: false, leftOut: [], keptRed: null }
  const completed = { ...input, judged: commit, stated: [], isReady: false, commands: [], ...staged }
  const next = toNextJson(input)
  return [
    ['verify', toVerifyJson(decision, { base: 'a', head: 'b', sequence: 'commits' })],
    ['next', next],
    ['status', next],
    ['run', { ...next, end: 'idle', steps: 2 }],
    ['complete', toCompleteJson(completed)],
    ['commit', toCommitJson({ ...completed, commit: null, redCommit: null, reverted: null })],
    ['commit', toCommitJson({ ...completed, commit: 'c', redCommit: null, reverted: null })],
  ]
}

const OUTLOOK = {
  plan: PLAN,
  branch: 'b',
  base: 'main',
  notes: [],
  preconditions: [],
  steps: [],
  finish: [],
  publication: null,
}
const DECIDED = { schemaVersion: 1, kind: 'abort', reason: '', by: 'mona', commit: null }
const ANSWERS: readonly (readonly [name: string, json: object])[] = [
  ['init', { schemaVersion: 1, top: '/', written: ['AGENTS.md'], next: ['git add AGENTS.md'] }],
  ['test-policy', { schemaVersion: 1, cases: [{ file: 'a.yml', name: 'x', holds: true, differences: [] }] }],
  ['doctor', { schemaVersion: 1, ok: false, checks: [{ id: 'git', ok: false, message: 'no git', fix: '' }] }],
  ['plan', toPlanJson(OUTLOOK)],
  ['plan', toPlanJson({ ...OUTLOOK, plan: null })],
  ['plan', { schemaVersion: 1, stale: ['TODO_LIST.md'], written: [] }],
  ['start', toStartJson({ plan: PLAN, branch: 'b', base: 'main', commit: 'c', notes: [] })],
  ['start', toPlanJson(OUTLOOK)],
  [
    'commit',
    { schemaVersion: 1, verdict: 'unmeasured', isReady: false, tests: null, findings: [], leftOut: [], commit: 'c' },
  ],
  ...['pause', 'resume', 'skip', 'override', 'revert', 'abort'].map((kind) => [kind, { ...DECIDED, kind }] as const),
  ['claim', { schemaVersion: 1, branch: 'b', claimed: null, others: [{ subtask: '7.1', branch: 'a' }] }],
  ['runs', { schemaVersion: 1, runs: [], metrics: null }],
  ['hook', { schemaVersion: 1, decision: 'deny', reason: 'no' }],
  ['explain', { schemaVersion: 1, rules: [{ code: 'red-has-driver' }] }],
  ['report', { schemaVersion: 1, format: 'tap', failing: [] }],
]

const schemas = new Map(
  await Promise.all(OPERATIONS.map(async ({ name, load }) => [name, (await load()).output] as const)),
)

function expectWhole(name: string, json: object): void {
  expect(schemas.get(name)?.safeParse(json).error).toBeUndefined()
  expect(() => toKnownAnswer(name, json, AROUND)).not.toThrow()
}

describe('an operation never fails on its own answer', () => {
  test('whatever the gate concludes about a branch', () => {
    fc.assert(
      fc.property(anyDecision, (decision) => {
        for (const [name, json] of answersFrom(decision)) expectWhole(name, json)
      }),
      { numRuns: shareOf(200) },
    )
  })

  test('whatever it does besides, and every operation is asked', () => {
    for (const [name, json] of ANSWERS) expectWhole(name, json)
    const asked = [...ANSWERS, ...answersFrom(decide(fc.sample(anyFacts, 1)[0]!))].map(([name]) => name)
    expect(new Set(asked)).toEqual(new Set(OPERATIONS.map(({ name }) => name)))
  })

  test('an operation that Task Master does not have gets no keys, whatever its answer', () => {
    const others = ['init', 'verify', 'plan', 'abort', 'doctor']
    fc.assert(
      fc.property(fc.constantFrom(...others), fc.record({ next: fc.anything() }), (name, json) => {
        expect(toKnownAnswer(name, json, AROUND)).toBeNull()
      }),
    )
  })
})

test('the question for the next step resumes no stopped task, and the answer says so', () => {
  fc.assert(
    fc.property(anyDecision, (decision) => {
      const json = answersFrom(decision)[1]![1]
      const known = toKnownAnswer('next', json, AROUND)
      if (decision.stopped === undefined) expect(known).toMatchObject({ success: true })
      else
        expect(known).toMatchObject({
          success: false,
          error: decision.next?.title,
          suggestion: decision.next?.suggestion.text,
          context: { canProceed: false },
        })
    }),
  )
})
