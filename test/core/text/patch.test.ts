import { expect, test } from 'vitest'
import { parsePatch, toPatchLines } from '../../../src/core/text/patch.ts'

const SIGNS = { hunk: '@', added: '+', removed: '-', same: ' ' }

function show(rows: ReturnType<typeof parsePatch>): readonly string[] {
  return rows.map(({ kind, number, text }) => `${SIGNS[kind]}${number ?? ''} ${text}`)
}

test('a patch has the line numbers of the new file', () => {
  const rows = parsePatch('@@ -1,2 +7,3 @@ f\n same\n-old\n+new\n+more\n\\ No newline at end of file')
  expect(show(rows)).toEqual(['@ @@ -1,2 +7,3 @@ f', ' 7 same', '- old', '+8 new', '+9 more'])
})

test.each([
  ['a new file', '', 'a\nb\n', [{ oldFirst: 0, oldCount: 0, first: 1, count: 2 }], ['+1 a', '+2 b']],
  [
    'a changed line',
    '1\n2\n3\n4\n5\n6\n7\n',
    '1\n2\n3\nfour\n5\n6\n7\n',
    [{ oldFirst: 4, oldCount: 1, first: 4, count: 1 }],
    ['@ @@ line 2 @@', ' 2 2', ' 3 3', '- 4', '+4 four', ' 5 5', ' 6 6'],
  ],
  ['removed lines', '1\n2\n3\n', '1\n3\n', [{ oldFirst: 2, oldCount: 1, first: 1, count: 0 }], [' 1 1', '- 2', ' 2 3']],
  [
    'two changes with one unchanged line between them',
    'a\nb\nc\n',
    'A\nb\nC\n',
    [
      { oldFirst: 1, oldCount: 1, first: 1, count: 1 },
      { oldFirst: 3, oldCount: 1, first: 3, count: 1 },
    ],
    ['- a', '+1 A', ' 2 b', '- c', '+3 C'],
  ],
])('the lines of a change, with few unchanged ones beside it: %s', (_, before, after, hunks, rows) => {
  expect(show(toPatchLines(before, after, hunks))).toEqual(rows)
})
