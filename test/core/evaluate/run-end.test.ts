import { expect, test } from 'vitest'
import { getRunEnd, type RunFacts } from '../../../src/core/evaluate/run-end.ts'

const green = { action: 'make-tests-pass', phase: 'green', limits: { attempts: 0, maxAttempts: 3 } } as const
const used = { ...green, limits: { attempts: 3, maxAttempts: 3 } }
const facts: RunFacts = { next: green, steps: 1, commits: 1, minutes: 1, idle: 0, refused: 0, isUsedUp: false }
const limits = { maxSteps: 30, maxCommits: null, maxMinutes: null, onMaxAttempts: 'pause' } as const

test.each<[string, Partial<RunFacts>, Partial<Parameters<typeof getRunEnd>[1]>, ReturnType<typeof getRunEnd>]>([
  ['goes on while something is left', {}, {}, null],
  ['is done when nothing is left', { next: null }, {}, 'done'],
  ['pauses with the task', { next: { ...green, action: 'wait' } }, {}, 'paused'],
  ['is idle after two steps without a change', { idle: 2 }, {}, 'idle'],
  ['is refused after three refused changes', { refused: 3 }, {}, 'refused'],
  ['ends after the last step', { steps: 30 }, {}, 'out-of-steps'],
  ['ends after the last commit of its budget', { commits: 4 }, { maxCommits: 4 }, 'out-of-commits'],
  ['goes on below its budget', { commits: 3, minutes: 4 }, { maxCommits: 4, maxMinutes: 5 }, null],
  ['ends after the last minute of its budget', { minutes: 5 }, { maxMinutes: 5 }, 'out-of-time'],
  ['a finished task is done, also without a budget', { next: null, commits: 9 }, { maxCommits: 4 }, 'done'],
  ['pauses when the attempts are used up', { isUsedUp: true }, {}, 'paused'],
  ['pauses on a branch whose attempts are used up', { next: used }, {}, 'paused'],
  ['goes on where used attempts are reverted', { isUsedUp: true }, { onMaxAttempts: 'revert' }, null],
  ['a smaller test is the way on', { next: { ...used, action: 'write-failing-test', phase: 'red' } }, {}, null],
])('a run %s', (_, given, more, end) => {
  expect(getRunEnd({ ...facts, ...given }, { ...limits, ...more })).toBe(end)
})
