import { describe, expect, test } from 'vitest'
import { resolveSource } from '../../../src/reports/coverage/source-path.ts'
import { AMBIGUOUS, getJsonTree } from '../../../src/reports/json/tree.ts'

const tree = getJsonTree([
  'setup.py',
  'src/a.py',
  'src/setup.py',
  'lib/b.py',
  'lib/both.py',
  'src/both.py',
  'backend/go.mod',
  'backend/calc/calc.go',
  'backend/main.go',
  'core/src/main/java/com/acme/Core.java',
  'core/src/main/java/com/acme/Util.java',
  'web/src/main/java/com/acme/Util.java',
  'src/with space & ünï.js',
])

describe('a path that may be under several folders', () => {
  const sources = ['/home/me/project/src', '/home/me/project/lib/']
  test.each<[path: string, found: string | null | typeof AMBIGUOUS]>([
    ['a.py', 'src/a.py'],
    ['b.py', 'lib/b.py'],
    // A file of that name stands outside of every source.
    ['setup.py', 'src/setup.py'],
    ['both.py', AMBIGUOUS],
    ['none.py', null],
  ])('%s', (path, found) => {
    expect(resolveSource(path, sources, tree)).toBe(found)
  })

  test('without sources the tree alone decides', () => {
    expect(resolveSource('setup.py', [], tree)).toBe('setup.py')
    expect(resolveSource('both.py', [], tree)).toBe(AMBIGUOUS)
  })

  test('folders that do not exist here change nothing', () => {
    expect(resolveSource('com/acme/Core.java', ['core'], tree)).toBe('core/src/main/java/com/acme/Core.java')
    expect(resolveSource('com/acme/Util.java', ['core'], tree)).toBe(AMBIGUOUS)
  })
})

test.each([
  ['a module in a folder', 'example.com/shop/calc/calc.go', 'backend/calc/calc.go'],
  ['a package that is not here', 'example.com/other/other.go', null],
  ['a path as in a URL', '/ci/src/with%20space%20&%20%C3%BCn%C3%AF.js', 'src/with space & ünï.js'],
  ['Windows', 'D:\\ci\\src\\a.py', 'src/a.py'],
  ['a dependency', '/usr/lib/python3/json.py', null],
  ['nothing', '', null],
  ['the prototype', '__proto__', null],
])('%s', (_, path, found) => {
  expect(resolveSource(path, [], tree)).toBe(found)
})
