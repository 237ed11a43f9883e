import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose, follow, getPaths, isSameSet, NO_CHANGES } from '../../../src/core/compare/change-set.ts'
import type { FileChange } from '../../../src/core/model/commit.ts'
import { change } from '../support.ts'

const edit = change('src/a.ts', 'production', { before: 'v0', after: 'v1' })
const undo = change('src/a.ts', 'production', { before: 'v1', after: 'v0' })

describe('compose', () => {
  test('what is changed back drops out', () => {
    expect(compose(compose(NO_CHANGES, [edit]), [undo])).toEqual(NO_CHANGES)
  })

  test('what is added and removed again drops out', () => {
    const added = change('src/b.ts')
    const removed = change('src/b.ts', 'production', { before: 'v1', after: null })
    expect(compose(NO_CHANGES, [added, removed])).toEqual(NO_CHANGES)
  })

  test('a path keeps its first blob and gets its last', () => {
    const again = change('src/a.ts', 'production', { before: 'v1', after: 'v2' })
    expect([...compose(NO_CHANGES, [edit, again]).values()]).toEqual([
      change('src/a.ts', 'production', { before: 'v0', after: 'v2' }),
    ])
  })

  test('a comment upon another edit is more than a comment', () => {
    const first = change('a.test.ts', 'test', { before: 'v0', after: 'v1' })
    const second: FileChange = { ...change('a.test.ts', 'test', { before: 'v1', after: 'v2' }), edit: 'layout' }
    const whole = change('a.test.ts', 'test', { before: 'v0', after: 'v2' })
    expect([...compose(NO_CHANGES, [first, second]).values()]).toEqual([whole])
    const both = [{ ...whole, edit: 'layout' }]
    expect([...compose(NO_CHANGES, [{ ...first, edit: 'layout' }, second]).values()]).toEqual(both)
  })

  const code = (before: string, after: string, digests: readonly [string, string]): FileChange => ({
    ...change('src/a.rs', 'production', { before, after }),
    parts: { code: digests, tests: ['t1', 't1'] },
  })
  const tests = (before: string, after: string, digests: readonly [string, string]): FileChange => ({
    ...change('src/a.rs', 'test', { before, after }),
    parts: { code: ['c0', 'c0'], tests: digests },
  })

  test('a file whose tests and then whose code changed has both classes', () => {
    const set = compose(NO_CHANGES, [tests('v0', 'v1', ['t0', 't1']), code('v1', 'v2', ['c0', 'c1'])])
    expect([getPaths(set, 'test'), getPaths(set, 'production')]).toEqual([['src/a.rs'], ['src/a.rs']])
  })

  test('a file whose code came back has changed its tests only', () => {
    const both = [tests('v0', 'v1', ['t0', 't1']), code('v1', 'v2', ['c0', 'c1']), code('v2', 'v1', ['c1', 'c0'])]
    const set = compose(NO_CHANGES, both)
    expect([getPaths(set, 'test'), getPaths(set, 'production')]).toEqual([['src/a.rs'], []])
  })

  test('a changed mode is a change', () => {
    const executable: FileChange = { ...edit, after: { mode: '100755', id: edit.before?.id ?? '' } }
    expect(compose(NO_CHANGES, [executable]).size).toBe(1)
  })

  test('the given set stays as it was', () => {
    const set = compose(NO_CHANGES, [edit])
    compose(set, [undo])
    expect(set.size).toBe(1)
  })

  test('in one step or in many, the same files differ in the end', () => {
    const version = fc.constantFrom('v0', 'v1', 'v2', null)
    const histories = fc.array(fc.tuple(fc.constantFrom('a', 'b'), version), { maxLength: 12 })
    fc.assert(
      fc.property(histories, (history) => {
        const now: Record<string, string | null> = { a: 'v0', b: 'v0' }
        const changes = history.map(([path, after]) => {
          const before = now[path] ?? null
          now[path] = after
          return change(path, 'production', { before, after })
        })
        const stepwise = changes.reduce((set, one) => compose(set, [one]), NO_CHANGES)
        expect(isSameSet(stepwise, compose(NO_CHANGES, changes))).toBe(true)
        expect([...stepwise.keys()].toSorted()).toEqual(['a', 'b'].filter((path) => now[path] !== 'v0'))
      }),
    )
  })
})

describe('follow', () => {
  test('takes blame away where a blamed path is changed back', () => {
    expect(follow(compose(NO_CHANGES, [edit]), [undo])).toEqual(NO_CHANGES)
  })

  test('never adds a path', () => {
    expect(follow(compose(NO_CHANGES, [edit]), [change('src/b.ts')])).toEqual(compose(NO_CHANGES, [edit]))
  })
})

describe('`isSameSet`', () => {
  test.each([
    ['nothing and nothing', [], [], true],
    ['the same edit', [edit], [edit], true],
    ['another content', [edit], [change('src/a.ts', 'production', { before: 'v0', after: 'v2' })], false],
    ['another path', [edit], [change('src/b.ts')], false],
    [
      'a removal on both sides',
      [change('a', 'test', { before: 'v0', after: null })],
      [change('a', 'test', { before: 'v0', after: null })],
      true,
    ],
    [
      'a removal against an edit',
      [change('a', 'test', { before: 'v0', after: null })],
      [change('a', 'test', { before: 'v0' })],
      false,
    ],
  ])('%s', (_, one, other, isSame) => {
    expect(isSameSet(compose(NO_CHANGES, one), compose(NO_CHANGES, other))).toBe(isSame)
  })
})

test('`getPaths` names the paths of some classes, sorted', () => {
  const set = compose(NO_CHANGES, [
    change('src/b.ts'),
    change('a.test.ts', 'test'),
    change('src/a.ts'),
    change('x.md', 'docs'),
  ])
  expect(getPaths(set, 'production')).toEqual(['src/a.ts', 'src/b.ts'])
  expect(getPaths(set, 'test', 'docs')).toEqual(['a.test.ts', 'x.md'])
})
