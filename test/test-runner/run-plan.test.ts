import { describe, expect, test } from 'vitest'
import { planRun, type Suite } from '../../src/test-runner/run-plan.ts'
import { runners } from '../../src/test-runner/runners/index.ts'
import { suite } from '../support/measuring.ts'

const named = (name: string, directory = '.', command = 'x {files}'): Suite => ({
  config: suite({ name, directory, command }),
  runner: runners.find((runner) => runner.name === name) ?? null,
})
const TREE = new Set([
  'a.test.ts',
  'test_b.py',
  'lib/help.ts',
  'web/c.test.ts',
  'web/lib.ts',
  'webber/d.test.ts',
  'conftest.py',
])
const plan = (suites: readonly Suite[], files: readonly string[] | null) => {
  const { parts, scope } = planRun(suites, files, TREE)
  return { parts: parts.map(({ suite: { config }, files: own }) => [config.name, config.directory, own]), scope }
}

describe('the suites that must run', () => {
  test.each<[string, readonly Suite[], readonly string[] | null, unknown]>([
    [
      'all of them',
      [named('vitest'), named('pytest')],
      null,
      {
        parts: [
          ['vitest', '.', null],
          ['pytest', '.', null],
        ],
        scope: 'suite',
      },
    ],
    [
      'the one whose runner takes the file',
      [named('vitest'), named('pytest')],
      ['test_b.py'],
      { parts: [['pytest', '.', ['test_b.py']]], scope: 'files' },
    ],
    [
      'both, when a helper may serve both',
      [named('vitest'), named('pytest')],
      ['lib/help.ts'],
      {
        parts: [
          ['vitest', '.', null],
          ['pytest', '.', null],
        ],
        scope: 'suite',
      },
    ],
    [
      'the innermost folder',
      [named('vitest'), named('vitest', 'web/')],
      ['web/c.test.ts'],
      { parts: [['vitest', 'web/', ['c.test.ts']]], scope: 'files' },
    ],
    [
      'not a folder that only begins alike',
      [named('vitest'), named('vitest', 'web')],
      ['webber/d.test.ts'],
      { parts: [['vitest', '.', ['webber/d.test.ts']]], scope: 'files' },
    ],
    [
      'all, for a file outside of every folder',
      [named('vitest', 'web')],
      ['a.test.ts'],
      { parts: [['vitest', 'web', null]], scope: 'suite' },
    ],
    [
      'one whose usual names are not there, when something else looks like a test',
      [named('go')],
      null,
      { parts: [['go', '.', null]], scope: 'suite' },
    ],
    [
      'a command of no known runner gets the files as they are',
      [named('make')],
      ['lib/help.ts'],
      { parts: [['make', '.', ['lib/help.ts']]], scope: 'files' },
    ],
    [
      'a command that cannot be aimed runs everything',
      [named('vitest', '.', 'x')],
      ['a.test.ts'],
      { parts: [['vitest', '.', null]], scope: 'suite' },
    ],
    [
      'one that cannot be aimed, while another stays out',
      [named('vitest', 'web', 'x'), named('pytest')],
      ['web/c.test.ts'],
      { parts: [['vitest', 'web', null]], scope: 'files' },
    ],
    ['nothing for files that are gone', [named('vitest')], ['gone.test.ts'], { parts: [], scope: 'files' }],
  ])('%s', (_, suites, files, expected) => {
    expect(plan(suites, files)).toEqual(expected)
  })
})

test('a tree in which nothing looks like a test needs no run of a known runner', () => {
  const parts = (path: string) => planRun([named('vitest')], null, new Set([path])).parts.length
  expect(['src/a.ts', 'README.md', 'latest.ts', 'contest/a.ts'].map(parts)).toEqual([0, 0, 0, 0])
  expect(['a.check.ts', 'tests/a.ts', 'src/cartTest.ts', 'spec/a.ts', 'test.ts'].map(parts)).toEqual([1, 1, 1, 1, 1])
})

test.each([
  ['.', ['page_test.go']],
  ['api', ['api/a_test.go', 'api/b_test.go']],
  ['testdata', null],
])('the package %s stands for its test files', (folder, files) => {
  const tree = new Set([
    'page.go',
    'page_test.go',
    'api/a_test.go',
    'api/b_test.go',
    'api/v2/c_test.go',
    'testdata/p.txt',
  ])
  const { parts } = planRun([named('go')], [folder], tree)
  expect(parts.map((part) => part.files)).toEqual(files === null ? [] : [files])
})
