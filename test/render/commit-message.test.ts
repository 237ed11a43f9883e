/** The subject of a commit says what its change is, not only its phase. */
import { expect, test } from 'vitest'
import type { FileClass } from '../../src/core/model/commit.ts'
import { getKind, toSubject } from '../../src/render/commit-message.ts'

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
