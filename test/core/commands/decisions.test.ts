/** Commands that decide something about a pull request. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/core/evaluate/decide.ts'
import type { Finding } from '../../../src/core/model/finding.ts'
import { decisionId, type MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { finding, judged } from '../../support/decision.ts'
import { shareOf } from '../../support/property-runs.ts'
import { openPull } from '../story.ts'
import { ACCEPTED, aPull, decisionWith, getWords, HEAD, PEOPLE, PLAN, START, said, says, TREE } from './support.ts'

const { mona, octocat, wally } = PEOPLE
const AT = { at: '2026-01-01T00:00:00Z', commentId: '99', pullRequest: 7, head: HEAD, schemaVersion: 1 }
const MONA = { login: 'mona', id: '1', isBot: false }
const WALLY = { login: 'wally', id: '4', isBot: false }
const NONE = { task: null, decision: decisionWith({}) }
const recorded = (kind: string, part: object = {}, on = START) => ({
  kind: 'record',
  on,
  decision: { ...AT, kind, subtask: null, reason: '', by: MONA, ...part },
})

describe('override', () => {
  test('is kept on the head that it holds for, with its reason', () => {
    const { effects, reply } = says(mona, '/tdd override  flaky\u202e runner ')
    expect(effects).toEqual([recorded('override', { reason: 'flaky runner', baseBranch: 'main' }, HEAD)])
    expect(getWords({ effects, reply })).toContain('Gate overridden at b1b1b1b1b by @mona.')
  })

  test('a command skips a head without a report of the gate, and the reply shows how to name it', () => {
    const pull = aPull({ isHeadSeen: false })
    const refusal = says(mona, '/tdd override flaky runner', { pull })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain('the head is b1b1b1b1b, and the gate had not reported on it when you wrote')
    expect(getWords(refusal)).toContain('/tdd override b1b1b1b1b flaky runner')
    const named = says(mona, '/tdd override b1b1b1b1b flaky runner', { pull })
    expect(named.effects).toEqual([recorded('override', { reason: 'flaky runner', baseBranch: 'main' }, HEAD)])
  })

  test.each([
    ['another head is named', '/tdd override abc1234 flaky', {}, 'the head is b1b1b1b1b'],
    ['no reason', '/tdd override', {}, 'Why may it pass?'],
    ['no reason but the head', '/tdd override b1b1b1b', {}, 'Why may it pass?'],
    ['it passes', '/tdd override x', { decision: decisionWith({}, { conclusion: 'success' }) }, 'nothing to override'],
    ['it was', '/tdd override x', { decisions: [said('override')] }, 'was overridden already by @mona: because'],
  ])('is refused when %s', (_, line, part, words) => {
    const refusal = says(mona, line, { pull: aPull(part) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test('an override of an earlier head is none', () => {
    const pull = aPull({ decisions: [said('override', { head: ACCEPTED })] })
    expect(says(mona, '/tdd override x', { pull }).effects).toHaveLength(1)
  })

  test('a long reason is cut', () => {
    const [effect] = says(mona, `/tdd override ${'x'.repeat(5_000)}`).effects
    expect(effect?.kind === 'record' && effect.decision.reason.length).toBe(300)
  })
})

describe('override of one rule', () => {
  const rejectedBy = (...findings: readonly Finding[]) =>
    decisionWith({}, { commits: [judged({ sha: ACCEPTED, phase: 'green', verdict: 'rejected', findings })] })
  const low = finding({ rule: 'coverage-holds' })

  test('is kept on the head, with the rule and the commit that breaks it', () => {
    const { effects, reply } = says(mona, '/tdd override coverage-holds generated code', {
      pull: aPull({ decision: rejectedBy(low) }),
    })
    const excuses = { rule: 'coverage-holds', commit: ACCEPTED }
    expect(effects).toEqual([recorded('override', { reason: 'generated code', baseBranch: 'main', excuses }, HEAD)])
    const words = getWords({ effects, reply })
    expect(words).toContain('`coverage-holds` is excused at aaaaaaaaa by @mona')
    expect(words).toContain('After the next push the rule counts again')
  })

  test.each([
    [
      'nothing breaks the rule',
      'coverage-holds x',
      rejectedBy(finding({ rule: 'claims-are-true' })),
      'No commit breaks',
    ],
    ['a warning is all', 'coverage-holds x', rejectedBy({ ...low, level: 'warn' }), 'No commit breaks'],
    ['no proof can do without it', 'red-has-driver x', rejectedBy(finding({ rule: 'red-has-driver' })), 'whole head'],
    ['no reason is given', 'coverage-holds', rejectedBy(low), 'Why is it excused?'],
    ['nothing was judged', 'coverage-holds x', null, 'No commit breaks'],
    [
      'its name is mistyped',
      'coverage-hold x',
      rejectedBy(low),
      'No rule is called `coverage-hold`; did you mean `coverage-holds`?',
    ],
  ])('is refused where %s', (_, line, decision, words) => {
    const refusal = says(mona, `/tdd override ${line}`, { pull: aPull({ decision }) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test('two rules in one comment are two decisions, and each continues after an interruption', () => {
    const decision = rejectedBy(low, finding({ rule: 'claims-are-true' }))
    const line = '/tdd override claims-are-true x'
    const kept = said('override', { commentId: '99', excuses: { rule: 'coverage-holds', commit: ACCEPTED } })
    const first = says(mona, line, { pull: aPull({ decision }) })
    expect(says(mona, line, { pull: aPull({ decision, decisions: [kept] }) })).toEqual(first)
    const again = { ...kept, reason: 'x', baseBranch: 'main', excuses: { rule: 'claims-are-true', commit: ACCEPTED } }
    expect(says(mona, line, { pull: aPull({ decision, decisions: [kept, again] }) })).toEqual(first)
    expect(decisionId(kept)).not.toBe(decisionId(again))
  })

  test('authors and bots may not', () => {
    const pull = aPull({ decision: rejectedBy(low) })
    for (const who of [octocat, PEOPLE.agent])
      expect(says(who, '/tdd override coverage-holds x', { pull }).effects).toEqual([])
  })
})

describe('the roles that may excuse work, by the configuration of the base', () => {
  const admin = { ...mona, role: 'admin' } as const
  test.each([
    ['override', mona, ['maintain', 'admin'], 1],
    ['override', mona, ['admin'], 0],
    ['override', admin, ['admin'], 1],
    ['skip 42.2', mona, ['admin'], 0],
    ['skip 42.2', admin, ['admin'], 1],
    ['override', wally, ['maintain', 'admin'], 0],
  ] as const)('`/tdd %s` by %o where %j may has %i effects', (command, who, excusingRoles, effects) => {
    const result = says(who, `/tdd ${command} flaky`, { pull: aPull(), excusingRoles })
    expect(result.effects).toHaveLength(effects)
    if (effects === 0 && who === mona) expect(getWords(result)).toContain('Only people with the admin role')
  })
})

describe('skip', () => {
  test('names a subtask and why', () => {
    expect(says(mona, '/tdd skip 42.2 done by hand').effects).toEqual([
      recorded('skip', { subtask: '42.2', reason: 'done by hand' }),
    ])
  })

  test.each([
    [
      'no subtask',
      '/tdd skip',
      {},
      'refused | Which subtask? Write `/tdd skip <subtask> <reason>`. | Subtasks: | 42.1: ',
    ],
    [
      'one that is near',
      '/tdd skip 42.22 x',
      {},
      'no subtask `42.22`; did you mean `42.2`? Write `/tdd skip <subtask> <reason>`. | Subtasks: | 42.1: ',
    ],
    [
      'another one',
      '/tdd skip 9 x',
      {},
      'refused | The task has no subtask `9`. Write `/tdd skip <subtask> <reason>`. | Subtasks: | 42.1: ',
    ],
    [
      'one where there is none',
      '/tdd skip 9 x',
      NONE,
      'refused | The task has no subtask `9`: no commit has begun one.',
    ],
    ['no subtask where there is none', '/tdd skip', NONE, 'refused | Which subtask? No commit has begun one.'],
    ['no reason', '/tdd skip 42.2', {}, '`/tdd skip 42.2 <reason>`'],
    ['nothing to keep it on', '/tdd skip 42.2 x', { storageCommit: null }, 'no commit of its own yet'],
    ['one that is done', '/tdd skip 42.2 x', { decision: decisionWith({ '42.2': 'done' }) }, 'is already done'],
    ['twice', '/tdd skip 42.2 x', { decisions: [said('skip', { subtask: '42.2' })] }, 'skipped already by @mona'],
  ])('%s', (_, line, part, words) => {
    const refusal = says(mona, line, { pull: aPull(part) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test('without a record of the task its subtasks are those that the judge knows', () => {
    expect(says(mona, '/tdd skip 42.2 x', { pull: aPull({ task: null }) }).effects).toHaveLength(1)
    expect(says(mona, '/tdd skip 42.3 x', { pull: aPull({ task: null }) }).effects).toEqual([])
  })

  test('a subtask that was reopened may be skipped again', () => {
    const decisions = [said('skip', { subtask: '42.2' }), said('red', { subtask: '42.2', commentId: '12' })]
    expect(says(mona, '/tdd skip 42.2 x', { pull: aPull({ decisions }) }).effects).toHaveLength(1)
  })
})

describe('red', () => {
  const decision = decisionWith({ '42.1': 'done', '42.2': 'pending' })
  test.each([
    ['/tdd red', '42.1', ''],
    ['/tdd red 42.1', '42.1', ''],
    ['/tdd red 42.1 wrong rounding', '42.1', 'wrong rounding'],
    ['/tdd red wrong rounding', '42.1', 'wrong rounding'],
  ])('%s', (line, subtask, reason) => {
    expect(says(mona, line, { pull: aPull({ decision }) }).effects).toEqual([recorded('red', { subtask, reason })])
  })

  test.each([
    [
      'a subtask where there is none',
      '/tdd red 9',
      NONE,
      'refused | The task has no subtask `9`: no commit has begun one.',
    ],
    ['another one', '/tdd red 9', {}, 'refused | The task has no subtask `9`. | Subtasks: | 42.1: '],
    ['one that is near', '/tdd red 42.22', {}, 'no subtask `42.22`; did you mean `42.2`? | Subtasks: | 42.1: '],
  ])('%s', (_, line, part, words) => {
    const refusal = says(mona, line, { pull: aPull({ decision, ...part }) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test.each([
    ['a subtask without a commit', '/tdd red 42.2', 'No RED was accepted yet'],
    ['another subtask', '/tdd red 42.7', 'no subtask `42.7`; did you mean'],
  ])('%s', (_, line, words) => {
    expect(getWords(says(mona, line, { pull: aPull({ decision }) }))).toContain(words)
  })

  test('said again by the same person at the same head, it is kept once', () => {
    const kept = said('red', { subtask: '42.1' })
    const again = (who: typeof mona | typeof wally, ...decisions: MaintainerDecision[]) =>
      says(who, '/tdd red 42.1', { pull: aPull({ decision, decisions }) })
    expect(again(mona, kept)).toMatchObject({ effects: [], reply: { isDone: true } })
    expect(again(wally, kept).effects).toHaveLength(1)
    expect(again(mona, { ...kept, head: ACCEPTED }).effects).toHaveLength(1)
    expect(again(mona, kept, said('skip', { subtask: '42.1', commentId: '12' })).effects).toHaveLength(1)
  })

  test('the answer says that an override of this head still holds', () => {
    const answer = (head: string) =>
      getWords(says(mona, '/tdd red', { pull: aPull({ decision, decisions: [said('override', { head })] }) }))
    expect(answer(HEAD)).toContain('The override by @mona still holds for b1b1b1b1b')
    expect(answer(ACCEPTED)).not.toContain('override')
  })

  test('a subtask without a plan is known by its commits', () => {
    const pull = aPull({
      task: { ...aPull().task, plan: { ...PLAN, subtasks: [] } } as never,
      decision: decisionWith({ '1': 'green' }),
    })
    expect(says(octocat, '/tdd red 1', { pull }).effects).toHaveLength(1)
  })
})

describe('pause and resume', () => {
  const paused = said('pause', { by: { login: 'octocat', id: '2', isBot: false } })
  const used = decisionWith({}, { subtasks: [{ id: '42.1', title: 'x', status: 'red', attempts: 3, drivers: [] }] })
  const limited = {
    ...used,
    next: { ...(used.next as NonNullable<typeof used.next>), limits: { attempts: 3, maxAttempts: 3 } },
  }

  test('a pause is kept on the first commit of the task and on the head, so that it follows them', () => {
    const reason = { reason: 'lunch' }
    expect(says(mona, '/tdd pause lunch').effects).toEqual([recorded('pause', reason), recorded('pause', reason, HEAD)])
  })

  test('where the branch was rewritten it is kept on its first commit too, and so is what takes it back', () => {
    const pull = aPull({ firstCommit: ACCEPTED })
    const places = (line: string, part: object = {}) =>
      says(mona, line, { pull: { ...pull, ...part } }).effects.map((effect) => effect.kind === 'record' && effect.on)
    expect(places('/tdd pause')).toEqual([START, ACCEPTED, HEAD])
    expect(places('/tdd resume', { decisions: [said('pause')] })).toEqual([START, ACCEPTED, HEAD])
    expect(places('/tdd skip 42.2 x')).toEqual([START])
  })

  test('what was stopped in another pull request goes on here by a word here', () => {
    const stopped = { ...said('pause'), pullRequest: 9 }
    const resumed = says(wally, '/tdd resume', { pull: aPull({ decisions: [stopped] }) })
    expect(resumed.effects[0]).toMatchObject({ decision: { kind: 'resume', pullRequest: 7 } })
  })

  test('a pause after an override stops what was overridden', () => {
    const decisions = [paused, said('override', { commentId: '12' })]
    expect(says(wally, '/tdd pause lunch', { pull: aPull({ decisions }) }).effects).toHaveLength(2)
    const again = [...decisions, said('pause', { commentId: '13', by: WALLY })]
    expect(says(wally, '/tdd pause lunch', { pull: aPull({ decisions: again }) }).effects).toEqual([])
  })

  test.each([
    ['of another person', [paused]],
    ['of another person, and an end', [{ ...paused, kind: 'abort' as const }]],
    ['of their own in another pull request', [said('pause', { pullRequest: 9 })]],
  ])('a pause %s does not prevent a second one', (_, decisions) => {
    const second = says(mona, '/tdd pause not safe', { pull: aPull({ decisions }) })
    expect(second.effects).toEqual([
      recorded('pause', { reason: 'not safe' }),
      recorded('pause', { reason: 'not safe' }, HEAD),
    ])
  })

  test.each([
    ['paused before them', [said('pause', { commentId: '10' }), paused]],
    ['paused after them', [paused, said('pause', { commentId: '12' })]],
    [
      'paused in another pull request, where they paused later',
      [said('pause', { commentId: '10', pullRequest: 9 }), { ...paused, pullRequest: 9 }],
    ],
    ['paused here, and they in another one', [said('pause', { commentId: '10' }), { ...paused, pullRequest: 9 }]],
    ['ended before them', [said('abort', { commentId: '10' }), paused]],
  ])('authors do not resume what another person %s', (_, decisions) => {
    const pull = aPull({ decisions, decision: decisionWith({ '42.1': 'red' }) })
    const refusal = says(octocat, '/tdd resume', { pull })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain('stopped by @mona: because')
    expect(says(wally, '/tdd resume', { pull }).effects).toHaveLength(2)
  })

  test('what others paused and took back keeps no author from their own pause', () => {
    const before = [said('pause', { commentId: '9' }), said('resume', { commentId: '10' })]
    const pull = aPull({ decisions: [...before, paused], decision: decisionWith({ '42.1': 'red' }) })
    expect(says(octocat, '/tdd resume', { pull }).effects).toHaveLength(2)
  })

  test.each(['/tdd resume', '/tdd override x'])('%s in the comment that stopped it is refused', (line) => {
    const refusal = says(mona, line, { pull: aPull({ decisions: [said('pause', { commentId: '99' })] }) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain('in a separate comment')
  })

  test.each([
    ['a second pause', '/tdd pause', octocat, { decisions: [paused] }, 'already stopped, by @octocat: because'],
    ['a pause with nothing to keep it on', '/tdd pause', mona, { storageCommit: null }, 'no commit of its own yet'],
    ['resuming what goes on', '/tdd resume', mona, {}, 'nothing to resume'],
    [
      'resuming twice',
      '/tdd resume',
      mona,
      { decisions: [paused, said('resume', { commentId: '12' })] },
      'nothing to resume',
    ],
    [
      'authors and the pause of others',
      '/tdd resume',
      octocat,
      { decisions: [said('pause')] },
      'stopped by @mona: because',
    ],
    [
      'authors and the end of the task',
      '/tdd resume',
      octocat,
      { decisions: [{ ...paused, kind: 'abort' as const }] },
      'another maintainer must resume it',
    ],
    ['authors without attempts left', '/tdd resume', octocat, { decision: limited }, 'except bots and anyone'],
    [
      'authors who paused, without attempts left',
      '/tdd resume',
      octocat,
      { decision: limited, decisions: [paused] },
      'attempts may be used up',
    ],
    [
      'authors where nothing was judged',
      '/tdd resume',
      octocat,
      { decision: null, decisions: [paused] },
      'attempts may be used up',
    ],
    [
      'any person who may be its unknown author',
      '/tdd resume',
      wally,
      { isPusherKnown: false, decisions: [said('pause')] },
      'GitHub does not show who pushed',
    ],
  ])('%s is refused', (_, line, who, part, words) => {
    const refusal = says(who, line, { pull: aPull(part) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test.each([
    ['another person grants attempts', wally, { decision: limited }],
    ['another person lifts a pause', wally, { decisions: [said('pause')] }],
    [
      'the person who paused resumes, with any pusher',
      octocat,
      { isPusherKnown: false, decisions: [paused], decision: decisionWith({ '42.1': 'red' }) },
    ],
    ['who paused goes on', octocat, { decisions: [paused], decision: decisionWith({ '42.1': 'red' }) }],
  ])('%s', (_, who, part) => expect(says(who, '/tdd resume', { pull: aPull(part) }).effects).toHaveLength(2))
})

describe('revert', () => {
  test('puts the last accepted tree on top of the head, and is kept', () => {
    const { effects } = says(mona, '/tdd revert wrong way')
    expect(effects).toEqual([
      recorded('revert', { reason: 'wrong way' }),
      {
        kind: 'go-back',
        branch: 'main/task-42-cart',
        from: HEAD,
        tree: TREE,
        message: expect.stringContaining('revert: back to aaaaaaaaa\n'),
      },
    ])
  })

  test('no word of a person gets into the message, where it could be a trailer or stop the workflow', () => {
    const [, effect] = says(mona, '/tdd revert [skip ci] Phase: green').effects
    expect(effect).not.toMatchObject({ message: expect.stringMatching(/skip ci|green/) })
  })

  test.each([
    ['from a fork', { isFork: true }, 'By hand: `git revert --no-edit aaaaaaaaa..b1b1b1b1b`'],
    ['with a head that was not seen', { isHeadSeen: false }, '/tdd revert b1b1b1b1b'],
    ['with nothing accepted', { lastAccepted: null }, 'No accepted commit exists to revert to'],
    ['at the last accepted commit', { lastAccepted: { sha: HEAD, tree: TREE } }, 'there is nothing to revert'],
  ])('is refused %s', (_, part, words) => {
    const refusal = says(mona, '/tdd revert', { pull: aPull(part) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })
})

describe('abort', () => {
  const reason = { reason: 'obsolete' }
  const kept = [recorded('abort', reason), recorded('abort', reason, HEAD)]
  const ends = [
    { kind: 'look', number: 7 },
    { kind: 'close', number: 7 },
  ]

  test('is recorded on a commit, reported on the head, and only then closes the pull request', () => {
    expect(says(mona, '/tdd abort obsolete').effects).toEqual([...kept, ...ends])
    expect(says(mona, '/tdd abort', { pull: aPull({ storageCommit: null }) }).effects).toEqual(ends)
  })

  test('deletes the branch as well where that was asked for, after the pull request is closed', () => {
    const deletion = { kind: 'delete-branch', branch: 'main/task-42-cart', head: HEAD }
    const { effects, reply } = says(mona, '/tdd abort --delete-branch obsolete')
    expect(effects).toEqual([...kept, ...ends, deletion])
    expect(getWords({ effects, reply })).toContain('its branch deleted')
    expect(says(mona, '/tdd abort --close obsolete').effects).toEqual([...kept, ...ends])
    const before = aPull({ decisions: [said('abort', { commentId: '99', reason: 'obsolete' })] })
    expect(says(mona, '/tdd abort --delete-branch obsolete', { pull: before }).effects).toEqual([
      ...kept,
      ...ends,
      deletion,
    ])
  })

  test.each([
    ['in a fork', '/tdd abort --delete-branch', { isFork: true }, 'in a fork'],
    ['with an unknown option', '/tdd abort --purge', {}, 'has no option `--purge`'],
  ])('changes nothing %s', (_, line, part, words) => {
    const refusal = says(mona, line, { pull: aPull(part) })
    expect(refusal.effects).toEqual([])
    expect(getWords(refusal)).toContain(words)
  })

  test('is recorded for a closed pull request: it holds after a reopen', () => {
    expect(says(mona, '/tdd abort obsolete', { pull: aPull({ isOpen: false }) }).effects).toEqual([...kept, ...ends])
  })

  test('said again by the same person, it is kept once', () => {
    const again = (...decisions: MaintainerDecision[]) =>
      says(mona, '/tdd abort obsolete', { pull: aPull({ decisions }) })
    expect(again(said('abort'))).toMatchObject({ effects: ends, reply: { isDone: true } })
    expect(again(said('abort', { by: WALLY })).effects).toEqual([...kept, ...ends])
    expect(again(said('abort'), said('resume', { commentId: '12' })).effects).toEqual([...kept, ...ends])
    expect(again(said('abort'), said('override', { commentId: '12' })).effects).toEqual([...kept, ...ends])
  })
})

describe('a comment that was cut off after its decision was kept', () => {
  test.each([
    ['/tdd override x', said('override', { commentId: '99', reason: 'x', baseBranch: 'main' })],
    ['/tdd skip 42.2 x', said('skip', { commentId: '99', subtask: '42.2', reason: 'x' })],
    ['/tdd pause x', said('pause', { commentId: '99', reason: 'x' })],
    ['/tdd abort x', said('abort', { commentId: '99', reason: 'x' })],
    ['/tdd revert x', said('revert', { commentId: '99', reason: 'x' })],
  ])('%s goes on with that one', (line, decision) => {
    const first = says(mona, line)
    expect(says(mona, line, { pull: aPull({ decisions: [decision] }) })).toEqual(first)
  })

  test('revert goes on from the head that was decided about', () => {
    const pull = aPull({ head: 'c'.repeat(40), isHeadSeen: false, decisions: [said('revert', { commentId: '99' })] })
    expect(says(mona, '/tdd revert', { pull }).effects[1]).toMatchObject({ kind: 'go-back', from: HEAD })
  })

  test('no comment gets the decision of another one', () => {
    const pull = aPull({ decisions: [said('override', { commentId: '98', head: ACCEPTED })], isHeadSeen: false })
    expect(says(mona, '/tdd override x', { pull }).effects).toEqual([])
  })
})

describe('in whatever order they are said', () => {
  const WORDS = ['pause', 'abort', 'resume', 'override', 'skip 42.2', 'red 42.1'] as const
  const word = fc.record({ line: fc.constantFrom(...WORDS), isSameComment: fc.boolean() })

  test.each(['rejected', 'proved'])('a stopped pull request becomes green only by a later command (%s)', (state) => {
    const story = openPull({ plan: PLAN })
    if (state === 'proved') {
      story.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' }, { task: '42.1' })
      story.green({ 'src/cart.ts': 'v1' }, { 'cart.test.ts > adds': 'passed' }, { task: '42.1' })
    } else story.green({ 'src/cart.ts': 'v1' }, {}, { task: '42.1' })
    const facts = story.facts()
    const judge = (decisions: readonly MaintainerDecision[]) =>
      decide({ ...facts, people: { pullRequest: 7, decisions } })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        let decisions: readonly MaintainerDecision[] = []
        let comment = 1
        let isStopped = false
        for (const { line, isSameComment } of words) {
          if (!isSameComment) comment += 1
          const pull = aPull({ head: facts.head, decisions, decision: judge(decisions) })
          const at = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(comment / 2))).toISOString()
          const { effects, reply } = says(mona, `/tdd ${line} x`, { pull, at, commentId: String(comment) })
          const fresh = effects.flatMap((effect) => (effect.kind === 'record' ? [effect.decision] : []))
          // GitHub lists check runs in no guaranteed order.
          decisions = [...new Map([...fresh, ...decisions].map((one) => [decisionId(one), one])).values()]
          if (reply.isDone && (line === 'pause' || line === 'abort')) isStopped = true
          if (reply.isDone && (line === 'resume' || line === 'override')) isStopped = false
          if (isStopped) expect(judge(decisions).conclusion).not.toBe('success')
        }
      }),
      { numRuns: shareOf(200) },
    )
  })
})
