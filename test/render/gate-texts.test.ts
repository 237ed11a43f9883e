/** What people read where nothing was judged, or where people decided; and labels. */
import { describe, expect, test } from 'vitest'
import { suggest } from '../../src/core/model/suggestion.ts'
import { toCheckOutput } from '../../src/render/gate-report/check-output.ts'
import { toComment } from '../../src/render/gate-report/comment.ts'
import { withPhaseLabel } from '../../src/render/gate-report/labels.ts'
import { toTaskBody } from '../../src/render/gate-report/task-body.ts'
import { aPlan, aSubtask } from '../core/rules/support.ts'
import { ACCEPTED, REJECTED } from '../support/decision.ts'
import { BROKEN, GOING_ON, report } from './sample.ts'

const NOTICE = {
  code: 'no-run',
  isFailure: false,
  title: 'No evidence for aaaaaaaaa yet',
  message: 'The workflow did not start.',
  suggestion: suggest('Push again.'),
}
const MONA = { by: 'mona', reason: 'flaky <img> @octocat', at: '2026-01-01T00:00:00Z' }

describe('where nothing was judged', () => {
  test.each([
    [NOTICE, 'action_required'],
    [{ ...NOTICE, isFailure: true }, 'failure'],
    [{ ...NOTICE, code: 'overridden', title: 'Overridden by @mona: x' }, 'success'],
  ] as const)('%o', (reason, conclusion) => {
    const output = toCheckOutput(report({ decision: null, notice: reason }))
    expect(output).toMatchObject({ title: reason.title, conclusion })
    expect(output.summary).toContain('## Why')
    expect(output.summary).toContain('The workflow did not start.')
    expect(output.summary).toContain('Push again.')
    expect(toComment(report({ decision: null, notice: reason }))).toContain('Push again.')
  })
})

describe('where everything is proved', () => {
  const overridden = { ...MONA, conclusion: 'failure' } as const
  test.each([
    ['judged', report({})],
    ['overridden', report({ decision: { ...ACCEPTED, overridden } })],
    ['overridden, not judged', report({ decision: null, notice: { ...NOTICE, code: 'overridden' } })],
  ])('%s: what is left is for people', (_, of) => {
    for (const text of [toCheckOutput(of).summary, toComment(of)])
      expect(text).toMatch(
        /## Next step\n\nIf it is a draft, mark .*ready for review.*reviewed.*\*Squash and merge\*\..* The gate asks for no other step/,
      )
  })

  test('a reviewer decides on warnings alone: an error that a person overrode is none', () => {
    const decision = { ...BROKEN.decision!, overridden, conclusion: 'success' } as const
    expect(toComment(report({ decision }))).toContain(
      'The warning blocks nothing: a reviewer decides whether it needs a test.',
    )
  })

  test.each([
    ['a run without a pull request', report({ pullRequest: null })],
    ['what is not finished', report({ decision: GOING_ON })],
    ['what is only waited for', report({ decision: null, notice: NOTICE })],
  ])('%s: the text asks no person to merge', (_, of) => {
    expect(toComment(of)).not.toContain('Squash and merge')
  })
})

describe('where people decided', () => {
  test('an override says by whom, why, and of what', () => {
    const decision = {
      ...REJECTED,
      conclusion: 'success',
      next: null,
      overridden: { ...MONA, conclusion: 'failure' },
    } as const
    const { title, summary, conclusion } = toCheckOutput(report({ decision }))
    expect({ title, conclusion }).toEqual({ title: 'Overridden by @mona: flaky <img> @octocat', conclusion: 'success' })
    expect(summary).toContain('## Decided by people')
    expect(summary).toContain('without it: failure, for this commit only')
    expect(summary).not.toMatch(/(?<!`[^`\n]*)@octocat/)
  })

  test('a skipped subtask says so', () => {
    const decision = { ...ACCEPTED, subtasks: ACCEPTED.subtasks.map((one) => ({ ...one, skipped: MONA })) }
    expect(toCheckOutput(report({ decision })).summary).toMatch(/- `42\.1` skipped by `@mona`/)
    const plan = aPlan(aSubtask('42.1', { title: 'Add an item' }))
    const body = toTaskBody({ plan, issue: null, planDigest: 'ab12', hint: '', subtasks: decision.subtasks })
    expect(body).toContain('- [x] `42.1` Add an item (skipped by `@mona`)')
  })
})

test.each([
  ['done', ACCEPTED],
  ['blocked', REJECTED],
  ['green', GOING_ON],
  ['paused', { ...REJECTED, stopped: { kind: 'pause', ...MONA } }],
] as const)('the label says %s', (label, decision) => {
  expect(withPhaseLabel(['bug', 'tdd: red', 'tdd'], decision)).toEqual(['bug', 'tdd', `tdd: ${label}`])
})

test.each([
  ['analytics', ['bug', 'tdd:analytics', 'tdd: blocked']],
  ['master', ['bug', 'tdd: blocked']],
  ['x'.repeat(60), ['bug', `tdd:${'x'.repeat(45)}…`, 'tdd: blocked']],
])('a task of the tag %s has the labels %j, and keeps them', (tag, expected) => {
  const labels = withPhaseLabel(['bug'], REJECTED, tag)
  expect(labels).toEqual(expected)
  expect(withPhaseLabel(labels, REJECTED, tag)).toEqual(expected)
})
