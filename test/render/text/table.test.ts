import { expect, test } from 'vitest'
import { toTable } from '../../../src/render/text/table.ts'

const paint = (style: string, text: string) => `<${style}>${text}</>`

test('columns line up whatever the script, and nothing trails', () => {
  expect(
    toTable([
      ['id', 'title', 'n'],
      ['42.1', '世界', '1'],
      ['42.10', 'a', ''],
    ]),
  ).toEqual(['id     title  n', '42.1   世界   1', '42.10  a'])
})

test('the last column gives way to the width', () => {
  expect(toTable([['a', 'one two three four']], { width: 12 })).toEqual(['a  one two …'])
})

test('colours do not count as width', () => {
  expect(
    toTable(
      [
        [{ text: 'ok', style: 'good' }, 'x'],
        ['longer', 'y'],
      ],
      { paint },
    ),
  ).toEqual(['<good>ok</>      x', 'longer  y'])
})
