/** What the gate says of a pull request, whatever is or is not known of it: always an end, and always a way on. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MaintainerDecision, PersonDecisionKind } from '../../../src/core/model/maintainer-decision.ts'
import type { EvidenceFound, GatedRun, PullRequestFacts } from '../../../src/core/model/pull-request.ts'
import { computeStatus } from '../../../src/core/status/gate-status.ts'
import { openPull } from '../story.ts'

const HEAD = 'a'.repeat(40)
const GONE = { code: 'task-lost', title: 'It is lost', message: 'The record is gone.' } as const
const BROKEN = { what: '.github/tdd-gate.yml:2:3 bad indentation', isFixed: false }
const RUN: GatedRun = {
  id: '900',
  attempt: 1,
  status: 'completed',
  conclusion: 'success',
  url: 'https://github.com/x/y/actions/runs/900',
}

function aPull(given: Partial<PullRequestFacts> = {}): PullRequestFacts {
  return {
    number: 7,
    head: HEAD,
    isOpen: true,
    isMerged: false,
    isDraft: false,
    isFork: false,
    isMergeable: true,
    headMessage: 'feat: the cart adds',
    runs: [RUN],
    evidence: { kind: 'none' },
    decisions: [],
    problem: null,
    touchesWorkflows: false,
    brokenConfig: null,
    base: { branch: 'main', kind: 'default' },
    ...given,
  }
}

function said(kind: PersonDecisionKind, given: Partial<MaintainerDecision> = {}): MaintainerDecision {
  return {
    schemaVersion: 1,
    kind,
    pullRequest: 7,
    head: HEAD,
    subtask: null,
    reason: 'because',
    by: { login: 'mona', id: '1', isBot: false },
    at: '2026-01-01T00:00:00Z',
    commentId: '1',
    ...given,
  }
}

function judged(isGreen: boolean): Extract<EvidenceFound, { readonly kind: 'found' }> {
  const pull = openPull()
  pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  if (isGreen) pull.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' })
  return { kind: 'found', facts: pull.facts() }
}

describe('nothing was judged yet', () => {
  test.each([
    ['no run at all', { runs: [] }, 'no-run', 'action_required', /workflow.*tdd-gate.*did not start/i],
    [
      'a run that waits',
      { runs: [{ ...RUN, status: 'queued', conclusion: null }] },
      'run-in-progress',
      'action_required',
      /run 900/,
    ],
    [
      'a run that goes',
      { runs: [{ ...RUN, status: 'in_progress', conclusion: null }] },
      'run-in-progress',
      'action_required',
      /run 900/,
    ],
    [
      'a run without approval',
      { runs: [{ ...RUN, conclusion: 'action_required' }] },
      'run-needs-approval',
      'action_required',
      /approv/i,
    ],
    [
      'a run that waits for its environment',
      { runs: [{ ...RUN, status: 'waiting', conclusion: null }] },
      'run-needs-approval',
      'action_required',
      /approv/i,
    ],
    [
      'a subject that skips CI',
      { runs: [], headMessage: 'docs: x [skip ci]' },
      'ci-skipped',
      'action_required',
      /\[skip ci\]/,
    ],
    [
      'a body that skips CI',
      { runs: [], headMessage: 'x\n\nwhy [no ci] not' },
      'ci-skipped',
      'action_required',
      /\[no ci\]/,
    ],
    [
      'a trailer that skips CI',
      { runs: [], headMessage: 'x\n\n\nskip-checks: true' },
      'ci-skipped',
      'action_required',
      /skip-checks: true/,
    ],
    ['a conflict with the base', { runs: [], isMergeable: false }, 'merge-conflict', 'action_required', /conflict/],
    ['a draft', { runs: [], isDraft: true }, 'no-run', 'action_required', /draft/],
    ['filters of the workflow', { runs: [] }, 'no-run', 'action_required', /`paths` or `branches`(?!.*fork)/],
    ['a fork whose run needs approval', { runs: [], isFork: true }, 'no-run', 'action_required', /paths.*from a fork/],
    [
      'a fork that was deleted',
      { runs: [], isFork: true, isForkDeleted: true, isDraft: true },
      'fork-deleted',
      'failure',
      /The fork of .* was deleted before/,
    ],
    [
      'a run that failed before its end',
      { runs: [{ ...RUN, conclusion: 'failure' }] },
      'run-without-evidence',
      'failure',
      /run 900.*failure/i,
    ],
    [
      'a run that was cancelled',
      { runs: [{ ...RUN, conclusion: 'cancelled' }] },
      'run-without-evidence',
      'failure',
      /run 900.*cancelled/i,
    ],
    [
      'a run of a workflow that the pull request changes',
      { runs: [{ ...RUN, conclusion: 'failure' }], touchesWorkflows: true },
      'workflow-changed',
      'failure',
      /run 900.*changes `\.github`/i,
    ],
    [
      'no run where the pull request changes the workflow',
      { runs: [], touchesWorkflows: true },
      'workflow-changed',
      'action_required',
      /did not start.*changes `\.github`/i,
    ],
    [
      'a run that the configuration of the base broke',
      { runs: [{ ...RUN, conclusion: 'failure' }], brokenConfig: BROKEN },
      'base-config-broken',
      'failure',
      /configuration on `main`.* is invalid: \.github\/tdd-gate\.yml:2:3 bad indentation/,
    ],
    [
      'evidence that is refused where the configuration of the base is broken too',
      { evidence: { kind: 'refused', reasons: ['.github has changed on the base'] }, brokenConfig: BROKEN },
      'base-config-broken',
      'failure',
      /tdd-gate\.yml:2:3/,
    ],
    ['a closed pull request', { isOpen: false, runs: [] }, 'closed', 'failure', /closed/],
    ['a merged one', { isOpen: false, isMerged: true, runs: [] }, 'merged', 'failure', /merged/],
    [
      'refused evidence',
      { evidence: { kind: 'refused', reasons: ['its token has expired', 'it is of another head'] } },
      'evidence-refused',
      'failure',
      /its token has expired; it is of another head/,
    ],
    [
      'a branch that is too large',
      { evidence: { kind: 'too-large', what: '300,000 changed paths' } },
      'branch-too-large',
      'failure',
      /300,000 changed paths/,
    ],
    ['a task that is lost', { problem: GONE, evidence: judged(true) }, 'task-lost', 'failure', /The record is gone\./],
  ] as const)('%s', (_, given, code, conclusion, words) => {
    const says = computeStatus(aPull(given as Partial<PullRequestFacts>))
    expect(says).toMatchObject({ decision: null, conclusion, notice: { code } })
    expect(`${says.notice?.title} ${says.notice?.message}`).toMatch(words)
    expect(says.notice?.suggestion.text).not.toBe('')
  })

  test.each([
    ['is to be corrected there', BROKEN, false, /^Fix it on `main`.*then merge `main` into the branch/],
    ['was corrected there', { ...BROKEN, isFixed: true }, false, /^It is fixed on `main`: merge `main` into/],
    ['may be corrected by this very pull request', BROKEN, true, /fixes it: .*`\/tdd override <reason>`/],
  ])('a broken configuration %s', (_, brokenConfig, touchesWorkflows, words) => {
    expect(computeStatus(aPull({ brokenConfig, touchesWorkflows })).notice?.suggestion.text).toMatch(words)
  })

  test('the newest run counts, and one that still goes before one that ended', () => {
    const going = { ...RUN, id: '901', status: 'in_progress', conclusion: null }
    expect(computeStatus(aPull({ runs: [RUN, going] })).notice).toMatchObject({
      code: 'run-in-progress',
      message: expect.stringMatching(/901/),
    })
    expect(computeStatus(aPull({ runs: [{ ...RUN, id: '99', conclusion: 'failure' }, RUN] })).notice?.message).toMatch(
      /run 900/i,
    )
  })
})

describe('judged', () => {
  test.each([
    [true, 'success'],
    [false, 'action_required'],
  ] as const)('as the facts are (%s)', (isGreen, conclusion) => {
    const says = computeStatus(aPull({ evidence: judged(isGreen) }))
    expect(says).toMatchObject({ conclusion, notice: null })
    expect(says.decision?.commits).toHaveLength(isGreen ? 2 : 1)
  })

  test('a rejected commit is a failure', () => {
    const pull = openPull()
    pull.green({ 'src/cart.ts': 'v1' })
    expect(computeStatus(aPull({ evidence: { kind: 'found', facts: pull.facts() } })).conclusion).toBe('failure')
  })

  test('decisions of people apply', () => {
    const evidence = judged(true)
    const head = evidence.kind === 'found' ? evidence.facts.head : ''
    const says = computeStatus(aPull({ head, evidence, decisions: [said('pause')] }))
    expect(says).toMatchObject({ conclusion: 'failure', decision: { stopped: { kind: 'pause' } } })
  })
})

describe('decisions of people apply without a judgement', () => {
  test('an override of this head lets it pass, and tells of what', () => {
    const says = computeStatus(aPull({ runs: [], decisions: [said('override')] }))
    expect(says).toMatchObject({
      conclusion: 'success',
      notice: { code: 'overridden', title: 'Overridden by @mona: because' },
    })
    expect(says.notice?.message).toMatch(/did not start/)
    expect(computeStatus(aPull({ runs: [], decisions: [said('override', { head: 'b'.repeat(40) })] })).conclusion).toBe(
      'action_required',
    )
    expect(computeStatus(aPull({ runs: [], decisions: [said('override', { pullRequest: 8 })] })).conclusion).toBe(
      'action_required',
    )
  })

  test('a pause is shown', () => {
    expect(computeStatus(aPull({ decisions: [said('pause')] }))).toMatchObject({
      conclusion: 'failure',
      notice: { code: 'paused', title: 'Paused by @mona: because' },
    })
    expect(computeStatus(aPull({ decisions: [said('pause', { reason: '' })] })).notice?.title).toBe('Paused by @mona')
  })

  test.each([
    ['pause', 'paused', 'Paused by @mona: because'],
    ['abort', 'aborted', 'Aborted by @mona: because'],
  ] as const)('a closed pull request shows only a stop, and how to continue: %s', (kind, code, title) => {
    const closed = (...decisions: MaintainerDecision[]) => computeStatus(aPull({ isOpen: false, decisions }))
    const later = { at: '2026-01-02T00:00:00Z', commentId: '2' }
    expect(closed(said(kind))).toMatchObject({ conclusion: 'failure', notice: { code, title } })
    expect(closed(said(kind)).notice?.suggestion.text).toMatch(/^Reopen it first.*\/tdd resume/)
    for (const word of ['resume', 'override'] as const)
      expect(closed(said(kind), said(word, later)).notice?.code).toBe('closed')
  })

  test.each(['closed', 'merged', 'task-lost'])('%s cannot be overridden', (code) => {
    const given = code === 'task-lost' ? { problem: GONE } : { isOpen: false, isMerged: code === 'merged' }
    expect(computeStatus(aPull({ ...given, decisions: [said('override')] }))).toMatchObject({
      conclusion: 'failure',
      notice: { code },
    })
  })
})

describe('a base into which green would be the same as green everywhere', () => {
  const OPEN = { branch: 'side', kind: 'open' } as const
  const UNPROVED = judged(false)
  const UNKNOWN = { branch: 'side', kind: 'unknown', reason: 'Resource not accessible' } as const

  test.each([
    ['the default branch', { branch: 'main', kind: 'default' } as const],
    ['a branch that requires the check', { branch: 'release', kind: 'required' } as const],
  ])('%s: proved is green', (_, base) => {
    expect(computeStatus(aPull({ base, evidence: judged(true) }))).toMatchObject({
      conclusion: 'success',
      notice: null,
    })
  })

  test.each([
    ['proved', { evidence: judged(true) }, /^Everything is proved/],
    [
      'overridden',
      { evidence: UNPROVED, decisions: [said('override', { head: UNPROVED.facts.head })] },
      /^It is overridden/,
    ],
    ['overridden where nothing was judged', { decisions: [said('override')] }, /^It is overridden/],
  ])('no branch that does not require it: %s is not green, and says what to do', (_, given, message) => {
    const says = computeStatus(aPull({ ...given, base: OPEN }))
    expect(says).toMatchObject({
      conclusion: 'action_required',
      notice: {
        code: 'base-not-protected',
        isFailure: false,
        title: expect.stringMatching(/side does not require tdd-gate/),
        message: expect.stringMatching(message),
        suggestion: expect.objectContaining({ text: expect.stringMatching(/`\/tdd protect`/) }),
      },
    })
    expect(computeStatus(aPull({ ...given, base: UNKNOWN }))).toMatchObject({
      conclusion: 'action_required',
      notice: { code: 'base-unknown', message: expect.stringContaining('Resource not accessible') },
    })
  })

  test('the judgement is still shown, and a status that is not green stays unchanged', () => {
    expect(computeStatus(aPull({ base: OPEN, evidence: judged(true) })).decision?.conclusion).toBe('success')
    for (const given of [{ evidence: judged(false) }, { runs: [] }, { isOpen: false }, { problem: GONE }])
      expect(computeStatus(aPull({ ...given, base: OPEN }))).toEqual(computeStatus(aPull(given)))
  })
})

test('whatever is known, the check ends, and green is only what was judged so or overridden here', () => {
  const run = fc.record({
    id: fc.constantFrom('1', '2', '30'),
    attempt: fc.constant(1),
    status: fc.constantFrom('queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending', 'unheard-of'),
    conclusion: fc.constantFrom(
      'success',
      'failure',
      'neutral',
      'cancelled',
      'skipped',
      'timed_out',
      'action_required',
      'stale',
      null,
    ),
    url: fc.constant(''),
  })
  const evidence = fc.constantFrom<EvidenceFound>(
    { kind: 'none' },
    { kind: 'refused', reasons: ['x'] },
    { kind: 'too-large', what: 'x' },
    judged(true),
    judged(false),
  )
  const word = fc.record({
    kind: fc.constantFrom<PersonDecisionKind>('pause', 'resume', 'override', 'abort'),
    head: fc.constantFrom(HEAD, 'b'.repeat(40)),
    id: fc.integer({ min: 1, max: 99 }),
  })
  const facts = fc.record({
    isOpen: fc.boolean(),
    isDraft: fc.boolean(),
    isFork: fc.boolean(),
    isMergeable: fc.constantFrom(true, false, null),
    headMessage: fc.constantFrom('x', 'x [skip ci]', ''),
    runs: fc.array(run, { maxLength: 3 }),
    evidence,
    problem: fc.constantFrom(null, null, GONE),
    base: fc.constantFrom<PullRequestFacts['base']>(
      { branch: 'main', kind: 'default' },
      { branch: 'main', kind: 'required' },
      { branch: 'side', kind: 'open' },
      { branch: 'side', kind: 'unknown', reason: 'x' },
    ),
    decisions: fc
      .array(word, { maxLength: 3 })
      .map((words) => words.map(({ kind, head, id }) => said(kind, { head, commentId: String(id) }))),
  })
  fc.assert(
    fc.property(facts, (given) => {
      const pull = aPull(given)
      const says = computeStatus(pull)
      expect(['success', 'failure', 'action_required']).toContain(says.conclusion)
      const isSafe = pull.base.kind === 'default' || pull.base.kind === 'required'
      if (says.conclusion === 'success') expect(isSafe).toBe(true)
      if (isSafe) expect(says.decision === null).toBe(says.notice !== null)
      expect(says.decision === null && says.notice === null).toBe(false)
      const isOverridden = pull.decisions.some(({ kind, head }) => kind === 'override' && head === HEAD)
      if (says.conclusion === 'success') expect(says.decision?.conclusion === 'success' || isOverridden).toBe(true)
      if (!pull.isOpen || pull.problem !== null) expect(says.conclusion).toBe('failure')
    }),
  )
})
