import { describe, expect, test } from 'vitest'
import { translate } from '../../src/cli/autopilot.ts'
import { GateError } from '../../src/core/model/errors.ts'
import { parseClaims } from '../../src/operations/claims.ts'
import { toFlatError } from '../../src/render/text/error.ts'

const NAMES = ['start', 'next', 'status', 'complete', 'commit', 'verify', 'resume', 'abort', 'plan', 'watch']

describe('the group autopilot', () => {
  test.each([
    ['', '--help'],
    ['42', 'start 42'],
    ['42 --dry-run --no-confirm --no-push --no-pr', 'start 42 --dry-run'],
    ['start 42 --no-pr', 'start 42'],
    ['resume', 'next'],
    ['finalize', 'verify'],
    ['abort --force', 'abort'],
    ['commit -m x', 'commit -m x'],
    ['complete', 'complete'],
    ['complete red 1.1', 'complete --phase red --subtask 1.1'],
    ['complete green --json', 'complete --phase green --json'],
    ['complete RED 1.1 --results=failed:3,passed:0', 'complete --phase red --subtask 1.1'],
    ['complete --base main --results failed:3,passed:0 red', 'complete --base main --phase red'],
    ['next --zebra', 'next --zebra'],
    ['--resume', 'next'],
    ['42 --resume --json', 'next --json'],
    ['start 7 --project-root /work', 'start 7 --repo /work'],
    ['status --project-root=/work --json', 'status --repo=/work --json'],
    ['42 --tag analytics --dry-run', 'start analytics:42 --dry-run'],
    ['start 42 --tag=analytics', 'start analytics:42'],
    ['start 7 --max-attempts 5 --json', 'start 7 --max-attempts 5 --json'],
    ['42 --branch my/work --force', 'start 42 --branch my/work --fresh'],
    ['commit 7.3', 'commit --subtask 7.3'],
    ['commit 7.3 --message x', 'commit --subtask 7.3 --message x'],
    ['complete green 1.1 --results passed:3,failed:0 --coverage=92', 'complete --phase green --subtask 1.1'],
    ['resume --run-id a', 'next --run-id a'],
    ['complete --run-id a red 1.1', 'complete --run-id a --phase red --subtask 1.1'],
  ])('`autopilot %s` is `tdd-gate %s`', (said, meant) => {
    const words = said.split(' ').filter((word) => word !== '')
    expect(translate(words, NAMES).args.join(' ')).toBe(meant)
  })

  test.each([
    ['42 --runner vitest', 'tdd-gate doctor'],
    ['commit --commit-scope api', 'commit.scopes'],
    ['commit --files src/a.js', 'git add <files>'],
    ['--interactive', 'tdd-gate next'],
    ['--executor-mode', 'tdd-gate run --agent'],
  ])('`autopilot %s` is refused, and the answer names what does it here', (said, way) => {
    const call = () => translate(said.split(' '), NAMES)
    expect(call).toThrow(GateError)
    expect(call).toThrow(
      expect.objectContaining({
        code: 'bad-usage',
        suggestion: expect.objectContaining({ text: expect.stringContaining(way) }),
      }),
    )
  })

  test.each([
    ['failed:3,passed:0', { passed: 0, failed: 3 }],
    ['{"total":4,"passed":1,"failed":2,"skipped":1}', { total: 4, passed: 1, failed: 2, skipped: 1 }],
    ['passed:4', { passed: 4 }],
    ['passed:4,coverage:92', { passed: 4, coverage: 92 }],
  ])('the claimed results %s are read', (text, claims) => {
    expect(parseClaims(text)).toEqual(claims)
  })

  test.each([
    ['complete --coverage 92', { coverage: 92 }],
    ['complete --results passed:3 --coverage=92.5', { passed: 3, coverage: 92.5 }],
    ['complete --coverage=92%', { coverage: 92 }],
  ])('`autopilot %s` claims a coverage', (said, claims) => {
    expect(translate(said.split(' '), NAMES).claims).toEqual(claims)
  })

  test.each([['complete --coverage much'], ['complete --coverage 120']])('`autopilot %s` is refused', (said) => {
    expect(() => translate(said.split(' '), NAMES)).toThrow(expect.objectContaining({ code: 'bad-usage' }))
  })

  test.each([
    ['failed:many', 'failed:3,passed:0'],
    ['{"failed":', 'failed:3,passed:0'],
    ['{"failed":-1}', 'failed:3,passed:0'],
    ['', 'failed:3,passed:0'],
    ['{"total":3,"passed":1,"failed":1}', 'total 3 is not passed 1 + failed 1 + skipped 0'],
  ])('the claimed results %j are refused', (text, why) => {
    expect(() => parseClaims(text)).toThrow(why)
  })

  test('an error is flat there, as agents know it', () => {
    const error = new GateError('no-commits', 'Nothing between base and head.', 'git log')
    expect(toFlatError(error)).toEqual({
      schemaVersion: 1,
      success: false,
      error: 'Nothing between base and head.',
      code: 'no-commits',
      reason: 'There is nothing between base and head.',
      suggestion: 'git log',
    })
  })

  test.each([
    ['branch-taken', 'Workflow already in progress', 'Use autopilot_resume'],
    ['uncommitted-changes', 'Git validation failed: working tree not clean', 'Commit or stash changes'],
  ] as const)('the error %s is called %j there', (code, error, advice) => {
    expect(toFlatError(new GateError(code, 'A fact.', { text: 'git x', commands: ['git x'] }))).toMatchObject({
      error,
      code,
      message: 'A fact.',
      suggestion: expect.stringMatching(`^${advice}.*git x$`),
    })
  })
})
