import { expect, test } from 'vitest'
import { findScope } from '../../../src/config/scopes.ts'
import { DEFAULT_TEMPLATE, fillSubject } from '../../../src/core/text/commit-subject.ts'

const parts = { type: 'feat', scope: 'cart', msg: 'Adds', taskId: '42', subtaskId: '42.1', tag: 'shop' }

test.each([
  [DEFAULT_TEMPLATE, {}, 'feat(cart): Adds'],
  [DEFAULT_TEMPLATE, { scope: null }, 'feat: Adds'],
  ['{type}({scope}): {msg} (task {taskId})', { taskId: null }, 'feat(cart): Adds'],
  ['{type}: {msg} [{tag}] {subtaskId}', {}, 'feat: Adds [shop] 42.1'],
  ['{type}: {msg} [{tag}] {subtaskId}', { tag: null, subtaskId: null }, 'feat: Adds'],
  ['{msg}', { msg: 'uses $& and {tag}' }, 'uses $& and shop'],
])('the template %s with %j gives %j', (template, over, expected) => {
  expect(fillSubject(template, { ...parts, ...over })).toBe(expected)
})

test.each([
  [['src/cart/a.ts', 'test/cart/a.test.ts'], 'cart'],
  [['src/cart/a.ts', 'README.md'], 'cart'],
  [['src/cart/a.ts', 'src/api/b.ts'], null],
  [['README.md'], null],
])('the files %j have the scope %s', (paths, scope) => {
  expect(findScope({ cart: ['src/cart/', 'test/cart/'], api: ['src/api/**'] }, paths)).toBe(scope)
})
