import { expect, test } from 'vitest'
import { toProgressLine } from '../../../src/render/text/progress.ts'
import { sha } from '../../support/decision.ts'

const commit = { index: 2, of: 7, sha: sha('a'), phase: 'red', subtask: '42.1' } as const

test.each([
  [{ kind: 'phase:start', ...commit } as const, '[2/7] aaaaaaaaa red 42.1'],
  [{ kind: 'phase:start', ...commit, phase: 'neutral', subtask: null } as const, '[2/7] aaaaaaaaa neutral'],
  [
    { kind: 'test:run', ...commit, files: 1, attempt: 1, attempts: 2 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... running 1 test file (run 1 of at most 2)',
  ],
  [
    { kind: 'test:run', ...commit, files: 3, attempt: 1, attempts: 1 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... running 3 test files',
  ],
  [
    { kind: 'test:run', ...commit, files: null, attempt: 1, attempts: 1 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... running the suite',
  ],
  [
    { kind: 'test:trial', ...commit, phase: 'green', trial: 'taken-back' } as const,
    '[2/7] aaaaaaaaa green 42.1 ... trial taken-back',
  ],
  [{ kind: 'test:cached', ...commit } as const, '[2/7] aaaaaaaaa red 42.1 ... from cache'],
  [
    { kind: 'commit:judged', ...commit, verdict: 'accepted', passed: 3, failing: 1 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... accepted: 3 passing, 1 failing',
  ],
  [
    { kind: 'commit:judged', ...commit, verdict: 'accepted', passed: 0, failing: 0 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... accepted',
  ],
  [
    { kind: 'commit:judged', ...commit, phase: 'characterize', verdict: 'accepted', passed: 3, failing: 0 } as const,
    '[2/7] aaaaaaaaa characterize 42.1 ... accepted: 3 passing, 0 failing',
  ],
  [
    { kind: 'commit:judged', ...commit, verdict: 'rejected', rule: 'red-has-driver', passed: 3, failing: 0 } as const,
    '[2/7] aaaaaaaaa red 42.1 ... rejected by red-has-driver: 3 passing, 0 failing',
  ],
  [{ kind: 'step:kept', sha: commit.sha } as const, 'unchanged since aaaaaaaaa was judged'],
  [{ kind: 'note', text: 'a\u001b[31m b\nc' } as const, 'a b c'],
])('%j', (event, line) => {
  expect(toProgressLine(event)).toBe(line)
})
