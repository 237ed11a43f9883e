import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')
/** Eight workflow runs of two jobs each, on a machine that does other things too. */
const TIME_LIMIT_MS = 600_000

function runDemo(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    execFile('npm', ['run', '--silent', 'demo', '--', ...args], { cwd: ROOT }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

interface Line {
  readonly who: string
  readonly does: string
  readonly check: { readonly conclusion: string; readonly title: string } | null
}

test('the demo goes from an issue to a merged pull request, refuses on the way what it should, and ends by itself', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const { code, stdout, stderr } = await runDemo('--json')
  expect([code, stderr], stdout).toEqual([0, ''])
  const lines = stdout.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ demo: 'merged' })
  const steps = lines.slice(0, -1).map((line): Line => JSON.parse(line))
  expect(
    steps.flatMap(({ check }) => (check ? [`${check.conclusion} ${check.title.split(/:| by green/)[0]}`] : [])),
  ).toEqual([
    'action_required START accepted',
    'action_required RED 1.1 accepted',
    'failure GREEN 1.1 rejected',
    'action_required RED 1.2 accepted',
    'success Overridden by @mona',
    'action_required GREEN 1.2 attempt 1 of 3',
    'success 5 commits accepted with 2 warnings, 2 subtasks done',
  ])
  const isAnswer = /^(?:refuses|grants|merges)/
  expect(steps.filter(({ does }) => isAnswer.test(does)).map(({ who, does }) => `${who} ${does}`)).toEqual([
    'GitHub refuses',
    'tdd-gate refuses it',
    'tdd-gate grants it',
    'GitHub refuses',
    'GitHub merges',
  ])
})

test('an option that the demo does not know is refused at once', async () => {
  const { code, stderr } = await runDemo('--opne')
  expect([code, stderr]).toEqual([2, expect.stringContaining("'--opne'")])
})
