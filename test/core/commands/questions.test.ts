/** Commands that ask, and the one that starts. */
import { describe, expect, test } from 'vitest'
import { suggest } from '../../../src/core/model/suggestion.ts'
import type { InstallationReport } from '../../../src/core/status/installation.ts'
import { A_START, aMergedPull, anIssue, aPull, decisionWith, enforced, getWords, PEOPLE, says } from './support.ts'

const { mona, hubot } = PEOPLE
const STARTED = { pull: 7, branch: 'main/task-42-cart' }
const under = (part: Parameters<typeof anIssue>[0]) => ({ pull: null, issue: anIssue(part) })

describe('start and plan under an issue', () => {
  test('start does what plan shows', () => {
    const warnings = ['`main` does not require the check.']
    const place = under({ start: { start: A_START, warnings } })
    const started = says(mona, '/tdd start', place)
    expect(started.effects).toEqual([{ kind: 'start', start: A_START }])
    expect(getWords(started)).toContain(warnings[0])
    const planned = says(hubot, '/tdd plan', place)
    expect(planned.effects).toEqual([])
    expect(getWords(planned)).toContain('would open branch `main/task-42-cart` from `main`')
    expect(getWords(planned)).toContain('42.1, Subtask 42.1, pending; 42.2')
    expect(getWords(planned)).toContain(warnings[0])
  })

  test.each(['/tdd start', '/tdd plan'])('%s says what is in the way', (line) => {
    const said = says(mona, line, under({ start: { problems: ['the issue has no checklist'] } }))
    expect(said.effects).toEqual([])
    expect(getWords(said)).toMatch(/^refused \| .*\| the issue has no checklist/)
  })

  test.each(['/tdd start', '/tdd plan', '/tdd status'])('%s says where a started task is', (line) => {
    const said = says(mona, line, under({ started: STARTED }))
    expect(said.effects).toEqual([])
    expect(getWords(said)).toContain('pull request #7, branch `main/task-42-cart`')
  })

  test.each(['/tdd start', '/tdd plan'])('%s says again what is not enforced', (line) => {
    const start = { start: A_START, warnings: ['`main` does not require the check'] }
    expect(getWords(says(mona, line, under({ started: STARTED, start })))).toContain(
      '`main` does not require the check',
    )
  })

  test.each(['/tdd start', '/tdd plan'])('%s says which plan a started task has', (line) => {
    expect(getWords(says(mona, line, under({ started: STARTED })))).toContain('keeps its original plan')
  })
})

test('status under an issue says how the default branch is protected', () => {
  const gaps = [{ about: 'check', message: 'it is not required', suggestion: suggest('Require it.') }] as const
  const said = getWords(says(hubot, '/tdd status', { issue: anIssue(), enforcement: enforced({ gaps }) }))
  expect(said).toContain('| GitHub does not enforce the gate on `main`: | it is not required. Require it.')
})

describe('under a pull request', () => {
  test('plan shows how far each subtask is', () => {
    const pull = aPull({ decision: decisionWith({ '42.1': 'done' }) })
    expect(getWords(says(hubot, '/tdd plan', { pull }))).toContain(
      '42.1, Subtask 42.1, done; 42.2, Subtask 42.2, not known',
    )
    const without = aPull({ task: null, decision: decisionWith({ '1': 'red' }) })
    expect(getWords(says(hubot, '/tdd plan', { pull: without }))).toContain('1, 1, red')
    expect(getWords(says(hubot, '/tdd plan', { pull: aPull({ task: null, decision: null }) }))).toContain('no plan')
  })

  test('status says what the check says, and what keeps it from being enforced', () => {
    const gaps = [{ about: 'check', message: 'it is not required', suggestion: suggest('Require it.') }] as const
    const said = getWords(says(hubot, '/tdd status', { pull: aPull(), enforcement: enforced({ gaps }) }))
    expect(said).toBe(
      'done | GREEN 42.1 rejected. | **The summary** | GitHub does not enforce the gate on `main`: | it is not required. Require it.',
    )
    const whole = getWords(says(hubot, '/tdd status', { pull: aPull(), enforcement: enforced() }))
    expect(whole).toBe(
      'done | GREEN 42.1 rejected. | **The summary** | `main` requires `tdd-gate` from this App alone.',
    )
    const waiting = aPull({ decision: null, title: 'No evidence', reason: 'The workflow did not start.' })
    expect(getWords(says(hubot, '/tdd status', { pull: waiting }))).toContain('The workflow did not start.')
  })

  test.each<[string, InstallationReport, string]>([
    ['nothing', { gaps: [] }, 'The installation grants all permissions that the App needs.'],
    [
      'a permission',
      { gaps: [{ message: '`checks: write` is not granted', suggestion: suggest('Accept it.') }] },
      'The installation lacks permissions that the App needs: | `checks: write` is not granted. Accept it.',
    ],
    ['an unknown set', { unread: 'GitHub said 401.' }, 'The App cannot read its permissions: GitHub said 401.'],
  ])('status says what the installation lacks: %s', (_what, installation, words) => {
    for (const place of [{ pull: aPull() }, { issue: anIssue() }]) {
      const said = getWords(says(hubot, '/tdd status', { ...place, enforcement: enforced(), installation }))
      expect(said.endsWith(`\`main\` requires \`tdd-gate\` from this App alone. | ${words}`)).toBe(true)
    }
  })

  test('next is the work unit in words that need no other text', () => {
    const pull = aPull()
    const words = getWords(says(hubot, '/tdd next', { pull }))
    const { next } = pull.decision ?? {}
    for (const part of [next?.title, next?.suggestion.text, ...(next?.suggestion.commands ?? [])])
      expect(words).toContain(part)
    expect(
      getWords(says(hubot, '/tdd next', { pull: aPull({ decision: decisionWith({}, { next: null }) }) })),
    ).toContain('There is no next step')
    expect(getWords(says(hubot, '/tdd next', { pull: aPull({ decision: null, reason: 'No run.' }) }))).toContain(
      'No run.',
    )
  })

  test.each([null, aPull().decision?.next ?? null])('next is what keeps from green what would be: %#', (next) => {
    const pull = aPull({ decision: decisionWith({}, { next }), title: '#8 is not done', reason: 'Close #8.' })
    expect(getWords(says(hubot, '/tdd next', { pull }))).toBe('done | #8 is not done. | Close #8.')
  })

  describe('that was merged', () => {
    const asked = (line: string, part: Parameters<typeof aPull>[0] = {}) =>
      getWords(says(hubot, `/tdd ${line}`, { pull: aMergedPull(part) }))

    test('plan names that one, and no state that is outdated', () => {
      expect(asked('plan')).toBe(
        'done | Task 42: Cart. It was merged with this plan. | 42.1, Subtask 42.1; 42.2, Subtask 42.2 | It is over. Open a new issue.',
      )
      expect(asked('plan', { task: null })).toBe('done | The pull request was merged. | It is over. Open a new issue.')
    })

    test('one that is closed is shown its plan too', () => {
      const closed = { isMerged: false, title: 'The pull request is closed', reason: 'Reopen it.' }
      expect(asked('plan', closed)).toBe('done | Task 42: Cart. | 42.1, Subtask 42.1; 42.2, Subtask 42.2 | Reopen it.')
      expect(asked('plan', { ...closed, task: null })).toBe('done | The pull request is closed. | Reopen it.')
    })

    test('status and next say so, and call it no error', () => {
      expect(asked('status')).toBe('done | The pull request was merged. | It is over. Open a new issue.')
      expect(asked('next')).toBe('done | The pull request was merged. | It is over. Open a new issue.')
    })
  })

  test('recheck changes nothing itself', () => {
    const said = says(mona, '/tdd recheck')
    expect(said.effects).toEqual([])
    expect(getWords(said)).toBe('done | Everything was read again: GREEN 42.1 rejected.')
  })
})
