/** What people decided, as the gate takes it: skip, pause, resume, red, override, abort, each for what it was said about. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standingStop } from '../../../src/core/commands/result.ts'
import { decide } from '../../../src/core/evaluate/decide.ts'
import type { Decision } from '../../../src/core/model/finding.ts'
import type { MaintainerDecision, PersonDecisionKind } from '../../../src/core/model/maintainer-decision.ts'
import { shareOf } from '../../support/property-runs.ts'
import { aPlan, aSubtask } from '../rules/support.ts'
import { getLines, openPull, type Pull } from '../story.ts'

const ADDS = 'cart.test.ts > adds'
const PRICES = 'price.test.ts > rounds'
const TEST = { 'cart.test.ts': 'v1' }
const CODE = { 'src/cart.ts': 'v1' }
const PULL = 7
const PLAN = aPlan(aSubtask('42.1'), aSubtask('42.2'))

let comments = 0
function said(kind: PersonDecisionKind, pull: Pull, given: Partial<MaintainerDecision> = {}): MaintainerDecision {
  comments += 1
  return {
    schemaVersion: 1,
    kind,
    pullRequest: PULL,
    head: pull.facts().head,
    subtask: null,
    reason: 'because',
    by: { login: 'mona', id: '1', isBot: false },
    at: new Date(Date.UTC(2026, 0, 1) + comments * 60_000).toISOString(),
    commentId: String(comments),
    ...given,
  }
}

const decideWith = (pull: Pull, ...decisions: readonly MaintainerDecision[]): Decision =>
  decide({ ...pull.facts(), people: { pullRequest: PULL, decisions } })
const statuses = ({ subtasks }: Decision) => subtasks.map(({ id, status }) => `${id} ${status}`)
const MONA = { by: 'mona', reason: 'because' }

function redGreen(pull: Pull, task = '42.1'): void {
  pull.red(TEST, { [ADDS]: 'failed' }, { task })
  pull.green(CODE, { [ADDS]: 'passed' }, { task })
}

/** RED and as many tries that fail. */
function tries(pull: Pull, count: number): void {
  pull.red(TEST, { [ADDS]: 'failed' }, { task: '42.1' })
  for (let n = 0; n < count; n += 1) pull.green({ 'src/cart.ts': `try ${n}` }, {}, { task: '42.1' })
}

describe('skip', () => {
  test('the subtask counts as done, and shows by whom and why', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    expect(decideWith(pull).conclusion).toBe('in_progress')
    const decision = decideWith(pull, said('skip', pull, { subtask: '42.2' }))
    expect(decision).toMatchObject({ conclusion: 'success', next: null })
    expect(decision.subtasks[1]).toMatchObject({ id: '42.2', status: 'done', skipped: MONA })
    expect(decision.subtasks[0]).not.toHaveProperty('skipped')
  })

  test('the next work unit and commits that name no subtask go on with the one after it', () => {
    const pull = openPull({ plan: PLAN })
    pull.commit({ 'README.md': 'v1' })
    const skip = said('skip', pull, { subtask: '42.1' })
    expect(decideWith(pull, skip).next).toMatchObject({ action: 'write-failing-test', subtask: '42.2' })
    pull.red(TEST, { [ADDS]: 'failed' })
    expect(decideWith(pull, skip).commits.at(-1)).toMatchObject({ verdict: 'accepted', subtask: '42.2' })
  })

  test('it never excuses a rejected commit', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    pull.green({ 'src/price.ts': 'v1' }, {}, { task: '42.2' })
    expect(decideWith(pull, said('skip', pull, { subtask: '42.2' })).conclusion).toBe('failure')
  })

  test('tests that were left failing are not done: they are to be taken back', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' }, { task: '42.2' })
    const red = pull.facts().head
    const decision = decideWith(pull, said('skip', pull, { subtask: '42.2' }))
    expect(decision).toMatchObject({ conclusion: 'in_progress', next: { action: 'fix', subtask: '42.2' } })
    expect(decision.next?.suggestion.text).toContain(`revert its RED commit ${red.slice(0, 12)}`)
    expect(decision.subtasks[1]).toMatchObject({ status: 'red', skipped: MONA })
    pull.backTo(pull.facts().commits[1] ?? null)
    expect(decideWith(pull, said('skip', pull, { subtask: '42.2' })).conclusion).toBe('success')
  })

  test('a subtask that needs a skipped one goes on, said before or after its commits', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] })) })
    pull.commit({ 'README.md': 'v1' })
    const before = said('skip', pull, { subtask: '42.1' })
    redGreen(pull, '42.2')
    const after = said('skip', pull, { subtask: '42.1' })
    expect(pull.lines().slice(1)).toEqual(['red 42.2: rejected (task-is-planned)', 'green 42.2: accepted'])
    for (const skip of [before, after]) {
      const decision = decideWith(pull, skip)
      expect(getLines(decision).slice(1)).toEqual(['red 42.2: accepted', 'green 42.2: accepted'])
      expect(decision).toMatchObject({ conclusion: 'success', next: null })
    }
  })

  test('a subtask that was done too early waits for what it needs, or for a maintainer', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] })) })
    redGreen(pull, '42.2')
    const { next } = pull.decision()
    expect(next?.suggestion.text).toContain('skips 42.1')
    pull.backTo(null)
    expect(pull.decision().conclusion).toBe('in_progress')
  })

  test('what was measured without knowing any decision is enough for every decision, up to a rejected commit', () => {
    const [dependent, last] = [{ dependencies: ['42.1'] }, { dependencies: ['42.2'] }]
    const plan = aPlan(
      aSubtask('42.1', { cycle: { tests: 2, names: [], coverage: null } }),
      aSubtask('42.2', dependent),
      aSubtask('42.3', last),
    )
    const subtask = fc.constantFrom('42.1', '42.2', '42.3')
    const cycle = fc.record({ task: subtask, isStated: fc.boolean(), isPassed: fc.boolean(), isReverted: fc.boolean() })
    const skips = fc.array(fc.tuple(subtask, fc.nat({ max: 8 })), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(cycle, { maxLength: 4 }), skips, (cycles, skipped) => {
        const pull = openPull({ plan })
        for (const [n, { task, isStated, isPassed, isReverted }] of cycles.entries()) {
          const more = isStated ? { task } : {}
          const before = pull.facts().commits.at(-1) ?? null
          pull.red({ [`${n}.test.ts`]: 'v1' }, { [`${n}.test.ts > x`]: 'failed' }, more)
          pull.green({ [`src/${n}.ts`]: 'v1' }, isPassed ? { [`${n}.test.ts > x`]: 'passed' } : {}, more)
          if (isReverted) pull.backTo(before)
        }
        const { base, commits } = pull.facts()
        const words = skipped.map(([id, at]) => said('skip', pull, { subtask: id, head: commits[at]?.sha ?? base }))
        const { commits: judged } = decideWith(pull, ...words)
        const isRejected = ({ verdict, isSuperseded }: Decision['commits'][number]) =>
          verdict === 'rejected' && !isSuperseded
        // A rejected commit comes first for its author. Without trailers, a skip changes the subtask of what builds on it.
        const first = judged.findIndex(isRejected)
        const before = first < 0 ? judged : judged.slice(0, first)
        expect(before.filter(({ verdict }) => verdict === 'unmeasured')).toEqual([])
      }),
      { numRuns: shareOf(200) },
    )
  })

  test('an unknown subtask cannot be skipped', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    expect(decideWith(pull, said('skip', pull, { subtask: '42.9' }))).toEqual(decideWith(pull))
  })
})

describe('pause and resume', () => {
  test('a paused task passes nothing until it is resumed', () => {
    const pull = openPull()
    redGreen(pull, '1')
    const pause = said('pause', pull)
    const decision = decideWith(pull, pause)
    expect(decision).toMatchObject({ conclusion: 'failure', stopped: { kind: 'pause', ...MONA } })
    expect(decision.next).toMatchObject({ action: 'wait', title: 'Paused by @mona: because' })
    expect(decideWith(pull, pause, said('resume', pull))).toMatchObject({ conclusion: 'success', next: null })
    expect(decideWith(pull, pause, said('resume', pull), said('pause', pull)).conclusion).toBe('failure')
  })

  test('without a reason, no text is quoted', () => {
    const pull = openPull()
    redGreen(pull, '1')
    const mute = { reason: '' }
    const getTitle = (...words: readonly MaintainerDecision[]) => decideWith(pull, ...words).next?.title
    expect(getTitle(said('pause', pull, mute))).toBe('Paused by @mona')
    expect(getTitle(said('abort', pull, { ...mute, pullRequest: 9 }))).toBe('Aborted by @mona: said in #9')
  })

  test('it holds for what is pushed later', () => {
    const pull = openPull()
    const pause = said('pause', pull)
    redGreen(pull, '1')
    expect(decideWith(pull, pause).conclusion).toBe('failure')
  })

  test('after the last attempt, resuming grants as many again', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    tries(pull, 3)
    expect(decideWith(pull)).toMatchObject({ conclusion: 'failure', next: { limits: { attempts: 3, maxAttempts: 3 } } })
    const resume = said('resume', pull)
    expect(decideWith(pull, resume)).toMatchObject({
      conclusion: 'in_progress',
      next: { action: 'make-tests-pass', limits: { attempts: 3, maxAttempts: 6 } },
    })
    for (let n = 0; n < 3; n += 1) pull.green({ 'src/cart.ts': `again ${n}` }, {}, { task: '42.1' })
    expect(decideWith(pull, resume)).toMatchObject({ conclusion: 'failure', next: { limits: { attempts: 6 } } })
    expect(decideWith(pull, resume, said('resume', pull)).next?.limits.maxAttempts).toBe(9)
    pull.green({ 'src/cart.ts': 'done' }, { [ADDS]: 'passed' }, { task: '42.1' })
    expect(decideWith(pull, resume, said('resume', pull)).conclusion).toBe('success')
  })

  test('resuming what was not paused grants nothing, however often the comment was recorded', () => {
    const pull = openPull()
    tries(pull, 1)
    const resume = said('resume', pull)
    expect(decideWith(pull, resume, resume)).toEqual(decideWith(pull))
    pull.green({ 'src/cart.ts': 'try 2' }, {}, { task: '42.1' })
    pull.green({ 'src/cart.ts': 'try 3' }, {}, { task: '42.1' })
    const granted = said('resume', pull)
    expect(decideWith(pull, granted, granted).next?.limits.maxAttempts).toBe(6)
  })

  test('granted attempts outlive a rewritten history', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    tries(pull, 4)
    expect(decideWith(pull, said('resume', pull, { head: 'f'.repeat(40) })).conclusion).toBe('in_progress')
  })
})

describe('red', () => {
  test('a proved subtask is reopened: a new RED comes next, then its GREEN', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    redGreen(pull)
    const red = said('red', pull, { subtask: '42.1' })
    const decision = decideWith(pull, red)
    expect(decision).toMatchObject({
      conclusion: 'in_progress',
      next: { action: 'write-failing-test', subtask: '42.1' },
    })
    expect(statuses(decision)).toEqual(['42.1 pending'])
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' })
    expect(decideWith(pull, red)).toMatchObject({ conclusion: 'in_progress', next: { action: 'make-tests-pass' } })
    pull.green({ 'src/cart.ts': 'v2' }, { [PRICES]: 'passed' })
    expect(decideWith(pull, red).conclusion).toBe('success')
  })

  test('a reopened subtask gets a new test next, without a plan too', () => {
    const pull = openPull()
    redGreen(pull, '1')
    const red = said('red', pull, { subtask: '1' })
    expect(decideWith(pull, red).next).toMatchObject({ action: 'write-failing-test', subtask: '1' })
  })

  test('an open cycle gets no GREEN before its new RED', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    pull.red(TEST, { [ADDS]: 'failed' })
    const red = said('red', pull, { subtask: '42.1' })
    expect(decideWith(pull, red).next).toMatchObject({ action: 'write-failing-test', subtask: '42.1' })
    pull.green(CODE, { [ADDS]: 'passed' })
    const decision = decideWith(pull, red)
    expect(decision.conclusion).toBe('failure')
    expect(decision.commits[1]?.findings[0]).toMatchObject({
      rule: 'red-before-green',
      message: 'A person reopened subtask 42.1: it needs a new RED first',
    })
    expect(decideWith(pull).conclusion).toBe('success')
  })

  test('without a subtask it is the open cycle, else what was proved last', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    expect(statuses(decideWith(pull, said('red', pull)))).toEqual(['42.1 pending', '42.2 pending'])
  })

  test('going back to what was accepted does not bring the proof back', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    redGreen(pull)
    const green = pull.facts().commits[1] ?? null
    const red = said('red', pull, { subtask: '42.1' })
    pull.commit({ 'README.md': 'v1' })
    pull.backTo(green)
    expect(decideWith(pull, red).conclusion).toBe('in_progress')
  })

  test('after the history was rewritten it holds at the end, until it is said again there', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    redGreen(pull)
    const lost = said('red', pull, { subtask: '42.1', head: 'f'.repeat(40) })
    expect(decideWith(pull, lost).conclusion).toBe('in_progress')
    const again = said('red', pull, { subtask: '42.1' })
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' })
    pull.green({ 'src/cart.ts': 'v2' }, { [PRICES]: 'passed' })
    expect(decideWith(pull, lost).conclusion).toBe('in_progress')
    expect(decideWith(pull, lost, again).conclusion).toBe('success')
  })

  test('what was said last about a subtask counts', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    const [skip, red] = [said('skip', pull, { subtask: '42.1' }), said('red', pull, { subtask: '42.1' })]
    expect(statuses(decideWith(pull, skip, red))[0]).toBe('42.1 pending')
    const later = said('skip', pull, { subtask: '42.1' })
    expect(statuses(decideWith(pull, skip, red, later))[0]).toBe('42.1 done')
  })

  test('reopened, then skipped: the next step no longer names it', () => {
    const pull = openPull({ plan: PLAN })
    redGreen(pull)
    const both = [said('red', pull, { subtask: '42.1' }), said('skip', pull, { subtask: '42.1' })]
    const decision = decideWith(pull, ...both)
    expect(statuses(decision)).toEqual(['42.1 done', '42.2 pending'])
    expect(decision.next).toMatchObject({ action: 'write-failing-test', subtask: '42.2' })
    pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' })
    expect(decideWith(pull, ...both).commits.at(-1)).toMatchObject({ verdict: 'accepted', subtask: '42.2' })
  })

  test('reopened, then skipped: tests that still fail are not done', () => {
    const pull = openPull({ plan: aPlan(aSubtask('42.1')) })
    pull.red(TEST, { [ADDS]: 'failed' })
    const both = [said('red', pull, { subtask: '42.1' }), said('skip', pull, { subtask: '42.1' })]
    expect(decideWith(pull, ...both)).toMatchObject({ conclusion: 'in_progress', next: { action: 'fix' } })
  })
})

describe('override', () => {
  test('it lets this head pass, and says what it overrides', () => {
    const pull = openPull()
    pull.green(CODE, {})
    const override = said('override', pull)
    const decision = decideWith(pull, override)
    expect(decision).toMatchObject({
      conclusion: 'success',
      next: null,
      overridden: { ...MONA, conclusion: 'failure' },
    })
    expect(decision.commits[0]?.verdict).toBe('rejected')
    pull.commit({ 'README.md': 'v1' })
    expect(decideWith(pull, override)).toEqual(decideWith(pull))
  })

  test('what passes by itself was not overridden', () => {
    const pull = openPull()
    redGreen(pull, '1')
    expect(decideWith(pull, said('override', pull))).toEqual(decideWith(pull))
  })

  test('a later stop stops it', () => {
    const pull = openPull()
    redGreen(pull, '1')
    const [pause, override, abort] = [said('pause', pull), said('override', pull), said('abort', pull)]
    expect(decideWith(pull, pause, override)).toMatchObject({ conclusion: 'success', overridden: MONA })
    expect(decideWith(pull, pause, override, abort)).toMatchObject({
      conclusion: 'failure',
      stopped: { kind: 'abort' },
    })
  })
})

test('abort: nothing passes any more, unless the task is resumed', () => {
  const pull = openPull()
  redGreen(pull, '1')
  const abort = said('abort', pull)
  expect(decideWith(pull, abort)).toMatchObject({
    conclusion: 'failure',
    stopped: { kind: 'abort', ...MONA },
    next: { action: 'wait', title: 'Aborted by @mona: because' },
  })
  expect(decideWith(pull, abort, said('resume', pull)).conclusion).toBe('success')
})

describe('for whatever people say', () => {
  const kind = fc.constantFrom<PersonDecisionKind>('pause', 'resume', 'skip', 'red', 'revert', 'override', 'abort')
  const word = fc.record({
    kind,
    subtask: fc.constantFrom('42.1', '42.2', '42.9', '__proto__', null),
    at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-02T01:00:00.000+01:00', 'yesterday'),
    place: fc.integer({ min: -1, max: 4 }),
  })
  const words = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 200 })), {
    maxLength: 8,
    selector: ([, id]) => id,
  })
  const pull = openPull({ plan: PLAN })
  redGreen(pull)
  pull.red({ 'price.test.ts': 'v1' }, { [PRICES]: 'failed' }, { task: '42.2' })
  pull.green({ 'src/price.ts': 'v1' }, {}, { task: '42.2' })
  const heads = pull.facts().commits.map(({ sha }) => sha)
  const toDecision = ([{ place, ...one }, id]: readonly [
    { place: number } & Pick<MaintainerDecision, 'kind' | 'subtask' | 'at'>,
    number,
  ]) => said(one.kind, pull, { ...one, head: heads[place] ?? 'f'.repeat(40), commentId: String(id) })

  test('of another pull request, nothing changes but that it may stand still', () => {
    fc.assert(
      fc.property(words, (some) => {
        const mismatches = some.map((one) => ({ ...toDecision(one), pullRequest: PULL + 1 }))
        const { stopped, next, ...decision } = decideWith(pull, ...mismatches)
        const plain = decide(pull.facts())
        const isStopped = stopped !== undefined
        const held = isStopped ? { ...plain, conclusion: 'failure', next } : plain
        expect({ ...decision, next }).toEqual(held)
        expect(isStopped).toBe(
          ['pause', 'abort'].includes(standingStop({ number: PULL + 1, decisions: mismatches })?.kind ?? ''),
        )
      }),
    )
  })

  test('the next step never names a subtask whose last decision is a skip', () => {
    const plain = openPull({ plan: PLAN })
    redGreen(plain)
    const places = [plain.facts().head, 'f'.repeat(40)]
    const kinds = fc.constantFrom<PersonDecisionKind>('skip', 'red')
    const subtasks = fc.constantFrom('42.1', '42.2')
    fc.assert(
      fc.property(fc.array(fc.tuple(kinds, subtasks, fc.constantFrom(...places)), { maxLength: 5 }), (some) => {
        const decisions = some.map(([kind, subtask, head], n) =>
          said(kind, plain, { subtask, head, at: `2026-01-01T01:00:0${n}Z` }),
        )
        const { next } = decideWith(plain, ...decisions)
        expect(decisions.findLast(({ subtask }) => subtask === next?.subtask)?.kind).not.toBe('skip')
      }),
    )
  })

  test('an override of another head changes nothing', () => {
    fc.assert(
      fc.property(words, (some) => {
        const decisions = some.map(toDecision)
        const here = decisions.filter((one) => one.kind !== 'override' || one.head === pull.facts().head)
        expect(decideWith(pull, ...decisions)).toEqual(decideWith(pull, ...here))
      }),
    )
  })

  test('the order in which they are listed, and recording them twice, changes nothing', () => {
    fc.assert(
      fc.property(words, fc.integer(), (some, seed) => {
        const decisions = some.map(toDecision)
        const shuffled = decisions.toSorted(
          (a, b) => ((Number(a.commentId) * seed) % 7) - ((Number(b.commentId) * seed) % 7),
        )
        expect(decideWith(pull, ...shuffled, ...decisions)).toEqual(decideWith(pull, ...decisions))
      }),
    )
  })

  test('success means an override of this head, or commits that are all accepted and nothing failing', () => {
    fc.assert(
      fc.property(words, (some) => {
        const decision = decideWith(pull, ...some.map(toDecision))
        expect(decision.next === null).toBe(decision.conclusion === 'success')
        const isByOverride = decision.overridden !== undefined
        if (decision.conclusion === 'success') expect(isByOverride).toBe(true)
      }),
    )
  })
})

test('granted attempts outlive a revert, like failed ones', () => {
  const pull = openPull()
  const red = pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
  for (const version of ['v1', 'v2', 'v3']) pull.green({ 'src/cart.ts': version })
  const resume = said('resume', pull)
  pull.backTo(red)
  expect(decideWith(pull, resume).next?.limits).toEqual({ attempts: 3, maxAttempts: 6 })
  pull.backTo(null)
  pull.backTo(red)
  expect(decideWith(pull, resume).next?.limits).toEqual({ attempts: 3, maxAttempts: 6 })
})

describe('what was said of another pull request with the same commits', () => {
  const green = () => {
    const pull = openPull()
    redGreen(pull)
    return pull
  }
  let minute = 10
  const here = (kind: PersonDecisionKind, pull: Pull, given: Partial<MaintainerDecision> = {}) => {
    minute += 1
    return said(kind, pull, { at: `2026-01-02T00:${minute}:00Z`, ...given })
  }
  const elsewhere = (kind: PersonDecisionKind, pull: Pull, given: Partial<MaintainerDecision> = {}) =>
    here(kind, pull, { pullRequest: 9, ...given })

  test.each(['pause', 'abort'] as const)('%s holds here too, and says where it was said', (kind) => {
    const pull = green()
    const decision = decideWith(pull, elsewhere(kind, pull))
    expect(decision).toMatchObject({ conclusion: 'failure', stopped: { kind, reason: 'because (said in #9)' } })
  })

  test.each<[string, readonly PersonDecisionKind[], readonly PersonDecisionKind[], boolean]>([
    ['resumed there', ['pause', 'resume'], [], true],
    ['resumed here, later', ['pause'], ['resume'], true],
    ['overridden here, later', ['pause'], ['override'], true],
    ['paused there again', ['pause', 'resume', 'pause'], [], false],
  ])('%s', (_, there, then, isFree) => {
    const pull = green()
    const words = [...there.map((kind) => elsewhere(kind, pull)), ...then.map((kind) => here(kind, pull))]
    expect(decideWith(pull, ...words).conclusion === 'success').toBe(isFree)
  })

  test('resumed here before it was paused there, it is paused', () => {
    const pull = green()
    const before = here('resume', pull)
    expect(decideWith(pull, elsewhere('pause', pull), before)).toMatchObject({ conclusion: 'failure' })
  })

  test('one of two that stopped it goes on, the other does not', () => {
    const pull = green()
    const words = [elsewhere('pause', pull), elsewhere('pause', pull, { pullRequest: 8 }), elsewhere('resume', pull)]
    expect(decideWith(pull, ...words).stopped).toMatchObject({ reason: 'because (said in #8)' })
  })

  test('nothing else of it counts', () => {
    const pull = openPull()
    pull.red(TEST, { [ADDS]: 'failed' }, { task: '42.1' })
    const plain = decideWith(pull)
    for (const kind of ['skip', 'red', 'resume', 'override', 'revert'] as const)
      expect(decideWith(pull, elsewhere(kind, pull, { subtask: '42.1' }))).toEqual(plain)
  })
})
