/** Subjects, scopes and bodies of commits, as S0, S1 and S4 show them. */
import { describe, expect, test } from 'vitest'
import { findScope } from '../../src/config/scopes.ts'
import { fillSubject } from '../../src/core/text/commit-subject.ts'
import { toMessage } from '../../src/render/commit-message.ts'

describe('a commit of the founding documents', () => {
  test.each([
    ['S0', '{type}({scope}): {msg}', 'metrics', 'feat(metrics): add metrics schema'],
    ['S0', '{type}({scope}): {msg} (task {subtaskId})', 'metrics', 'feat(metrics): add metrics schema (task 42.1)'],
    ['S1', '{type}({scope}): {msg} (task {taskId})', 'metrics', 'feat(metrics): add metrics schema (task 42)'],
    ['S4', '{type}({scope}): {msg} (Task {subtaskId})', null, 'feat: add metrics schema (Task 42.1)'],
  ])('has the subject of %s by the template `%s`, with the scope %s', (_, template, scope, subject) => {
    const parts = { type: 'feat', msg: 'add metrics schema', taskId: '42', subtaskId: '42.1', tag: 'analytics' }
    expect(fillSubject(template, { ...parts, scope })).toBe(subject)
  })

  test.each([
    [['apps/cli/src/start.ts', 'apps/cli/test/start.test.ts'], 'cli'],
    [['packages/tm-core/src/a.ts', 'README.md'], 'tm-core'],
    [['src/cart/sum.js', 'test/cart/sum.test.js'], 'cart'],
    [['src/cart/sum.js', 'src/api/index.js'], null],
    [['src/schema.js', 'src/__tests__/schema.test.js'], null],
    [['src/main/java/com/acme/Cart.java'], null],
    [['docs/cart/a.md'], null],
    [['src/[skip ci]/a.js'], null],
  ])('with the files %j has the scope %s, where the configuration lists none', (paths, scope) => {
    expect(findScope({}, paths)).toBe(scope)
  })

  test('states in its body what S1 asks for, as trailers that everyone can measure again', () => {
    const lines = { covered: 92, total: 100 }
    const judged = {
      phase: 'green',
      tests: { total: 3, passed: 3, failed: 0, errored: 0 },
      coverage: { totals: { lines } },
    } as unknown as Parameters<typeof toMessage>[1]['judged']
    const stated = [['Task', '1.1'] as const, ['Phase', 'green'] as const]
    expect(toMessage('feat(cli): add the skeleton', { judged, stated, plan: { tag: 'phase-0' } })).toBe(
      'feat(cli): add the skeleton\n\nTask: 1.1\nPhase: green\nTag: phase-0\nTests: 3 passed\nCoverage: 92% lines\n',
    )
    for (const tag of ['master', 'a\n\nPhase: red', '[skip ci]'])
      expect(toMessage('x', { judged, stated, plan: { tag } })).not.toContain('Tag:')
  })
})
