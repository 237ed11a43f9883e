/** The subject of a commit says what its change is, not only its phase. */
import { expect, test } from 'vitest'
import type { FileClass } from '../../src/core/model/commit.ts'
import { getKind, toMessage, toSubject } from '../../src/render/commit-message.ts'

const write = (phase: string, classes: readonly FileClass[], passes = false) =>
  toSubject({ phase, subtask: null, kind: getKind(phase, classes, passes) }, null, '{type}: {msg}')

test.each<[string, readonly FileClass[], boolean, string]>([
  ['red', ['test'], false, 'test: a failing test'],
  ['red', ['test'], true, 'test: describe present behaviour'],
  ['green', ['production'], false, 'feat: make the tests pass'],
  ['neutral', ['test'], false, 'test: change tests, and no behaviour'],
  ['refactor', ['test', 'docs'], false, 'test: change tests, and no behaviour'],
  ['refactor', ['production', 'test'], false, 'refactor: same behaviour'],
  ['neutral', ['docs'], false, 'docs: change documents alone'],
  ['neutral', ['harness'], false, 'chore: no change of behaviour'],
])('%s of %j (passes at once: %s) is committed as `%s`', (phase, classes, passes, subject) => {
  expect(write(phase, classes, passes)).toBe(subject)
})

test('states no numbers where other branches of the task change the whole suite', () => {
  const tests = { total: 2, passed: 2, failed: 0, errored: 0, skipped: 0, loadErrors: 0 }
  const done = { judged: { phase: 'green', tests, coverage: null }, stated: [['Phase', 'green'] as const] }
  const note = { by: '', reason: 'is claimed by the branch b', at: '', where: 'claims' }
  const subtasks = [{ id: '7.1', title: '', status: 'done', attempts: 0, drivers: [], skipped: note }] as const
  expect(toMessage('feat: a', done)).toContain('Tests: 2 passed')
  expect(toMessage('feat: a', { ...done, decision: { subtasks } })).toBe('feat: a\n\nPhase: green\n')
})
