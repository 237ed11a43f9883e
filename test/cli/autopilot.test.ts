import { describe, expect, test } from 'vitest'
import { openAutopilot, translate } from '../../src/cli/autopilot.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { parseCall } from '../../src/cli/parse.ts'
import { GateError } from '../../src/core/model/errors.ts'
import { parseClaims } from '../../src/operations/claims.ts'
import { toFlatError } from '../../src/render/text/error.ts'

const NAMES = COMMANDS.map(({ name }) => name)

/** Parses a call as the program does, and runs nothing. */
async function parse(said: string): Promise<unknown> {
  const [word = '', ...rest] = said.split(' ')
  const { args, commands } =
    word === 'autopilot' ? openAutopilot(rest, COMMANDS) : { args: [word, ...rest], commands: COMMANDS }
  const entry = commands.find(({ name }) => name === args[0])
  return entry && parseCall(entry, await entry.load(), args.slice(1))
}

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
    ['--resume --agent a', 'run --agent a'],
    ['42 --agent a', 'run 42 --agent a'],
    ['--agent=a 42 --no-push --no-pr --no-confirm', 'run --agent=a 42 --no-push --no-pr --no-confirm'],
    ['--agent a 42 --tag analytics --force', 'run --agent a analytics:42 --fresh'],
    ['run --agent a --force', 'run --agent a --fresh'],
    ['42 --runner auto', 'start 42'],
    ['42 --runner=auto --json', 'start 42 --json'],
    ['--dry-run', 'start --dry-run'],
    ['42 --resume --json', 'next --json'],
    ['start 7 --project-root /work', 'start 7 --repo /work'],
    ['status --project-root=/work --json', 'status --repo=/work --json'],
    ['42 --tag analytics --dry-run', 'start analytics:42 --dry-run'],
    ['start 42 --tag=analytics', 'start analytics:42'],
    ['--next --tag analytics --agent a', 'run --next --tag analytics --agent a'],
    ['next --tag=analytics', 'next --tag=analytics'],
    ['start 7 --max-attempts 5 --json', 'start 7 --max-attempts 5 --json'],
    ['42 --branch my/work --force', 'start 42 --branch my/work --fresh'],
    ['commit 7.3', 'commit --subtask 7.3'],
    ['commit 7.3 --files a.js b.js --json', 'commit --subtask 7.3 --files a.js b.js --json'],
    ['complete red 1.1 --files a.js,b.js', 'complete --phase red --subtask 1.1 --files a.js,b.js'],
    ['commit 7.3 --message x', 'commit --subtask 7.3 --message x'],
    ['complete green 1.1 --results passed:3,failed:0 --coverage=92', 'complete --phase green --subtask 1.1'],
    ['resume --run-id a', 'next --run-id a'],
    ['complete --run-id a red 1.1', 'complete --run-id a --phase red --subtask 1.1'],
  ])('`autopilot %s` is `tdd-gate %s`', (said, meant) => {
    const words = said.split(' ').filter((word) => word !== '')
    expect(translate(words, NAMES).args.join(' ')).toBe(meant)
  })

  test.each([
    ['resume', true],
    ['--resume 42 --json', true],
    ['--resume --agent a', false],
    ['next', false],
  ])('`autopilot %s` lifts what the caller stopped: %s', (said, isResume) => {
    expect(translate(said.split(' '), NAMES).isResume).toBe(isResume)
  })

  test.each([
    ['autopilot 42 --runner vitest', 'tdd-gate doctor'],
    ['run 42 --runner vitest', 'tdd-gate doctor'],
    ['autopilot commit --commit-scope api', 'commit.scopes'],
    ['start 42 --commit-scope=api', 'commit.scopes'],
    ['autopilot --interactive', "tdd-gate run --agent '<command>' --interactive"],
    ['autopilot next --interactive', "tdd-gate run --agent '<command>' --interactive"],
    ['autopilot --executor-mode', 'tdd-gate run --agent'],
    ['start 42 --force', 'tdd-gate start <task> --fresh'],
    ['run 42 --force', 'tdd-gate run <task> --fresh'],
    ['autopilot complete --force', 'tdd-gate override <rule>'],
    ['commit --force', 'tdd-gate override <rule>'],
    ['autopilot next --max-attempts 5', 'tdd-gate start <task> --max-attempts <number>'],
  ])('`%s` is refused, and the answer names what does it here', async (said, way) => {
    const refused = parse(said)
    await expect(refused).rejects.toThrow(GateError)
    await expect(refused).rejects.toMatchObject({
      code: 'bad-usage',
      message: expect.stringMatching(/^`--[a-z-]+` is no option here\. \S.*\.$/),
      suggestion: { text: expect.stringContaining(way) },
    })
  })

  test.each([
    [
      'run 42 --agent a --max-attempts 2 --branch my/work --fresh',
      { maxAttempts: '2', branch: 'my/work', fresh: true },
    ],
    ['autopilot 42 --agent a --force --no-push', { agent: 'a', fresh: true, push: false }],
  ])('`%s` has these options', async (said, options) => {
    expect(await parse(said)).toMatchObject({ operands: ['42'], options })
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
