/** Subtests in braces, as node-tap buffers them and vitest writes files. */
import { expect, test } from 'vitest'
import { tap } from '../../../src/reports/formats/tap.ts'
import { parseText } from '../../support/recorded.ts'

const lines = (...text: readonly string[]) => parseText(tap, `${text.join('\n')}\n`)
const block = (head: string) =>
  lines('TAP version 14', '1..1', head, '    ok 1 - a', '    not ok 2 - b', '    1..2', '}')

test.each([
  ['p', 'not ok 1 - p {'],
  ['p, with its time', 'not ok 1 - p # time=2ms {'],
  ['a sentence about a file', 'not ok 1 - reads package.json {'],
  ['a sentence about a script, with its time', 'not ok 1 - runs on node.js # time=2ms {'],
])('%s is no file, and a test as without braces', (_, head) => {
  const { cases } = block(head)
  expect(cases).toMatchObject([{ file: null, suite: [], outcome: 'failed', failure: { message: 'b' } }])
})

test('what is in a subtest is in its suite', () => {
  const inner = ['    not ok 1 - s {', '        not ok 1 - x', '        1..1', '    }']
  const { cases } = lines('1..1', 'not ok 1 - p {', ...inner, '    1..1', '}')
  expect(cases).toMatchObject([{ file: null, suite: ['p'], name: 's', outcome: 'failed' }])
})

test.each([
  ['a.test.ts', 'not ok 1 - a.test.ts # time=2ms {'],
  ['src/a.test.tsx', 'not ok 1 - src/a.test.tsx {'],
  ['my app/a.test.ts', 'not ok 1 - my app/a.test.ts # time=2ms {'],
  ['my.test.ts', 'not ok 1 - my.test.ts # time=2ms {'],
  ['src/Button.test.vue', 'not ok 1 - src/Button.test.vue # time=2ms {'],
])('%s is a file of tests', (file, head) => {
  expect(block(head).cases.map((test) => [test.file, test.name, test.outcome])).toEqual([
    [file, 'a', 'passed'],
    [file, 'b', 'failed'],
  ])
})
