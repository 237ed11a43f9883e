/** The code around a failing assertion, for terminals and prompts. */
import { expect, test } from 'vitest'
import { toFrameLines } from '../../../src/render/text/code-frame.ts'

const frame = { path: 'a.test.js', line: 10, first: 9, lines: ["test('a', () => {", '\tassert.ok(false)', '})'] }

test('the failing line is marked, numbers are aligned, and the indentation stays', () => {
  expect(toFrameLines(frame)).toEqual(["     9 | test('a', () => {", '  > 10 |   assert.ok(false)', '    11 | })'])
})

test('only the other lines are dim', () => {
  const paint = (style: string, text: string) => `<${style}>${text}</>`
  expect(toFrameLines(frame, paint)[0]).toBe("<dim>     9 | test('a', () => {</>")
  expect(toFrameLines(frame, paint)[1]).toBe('  > 10 |   assert.ok(false)')
})

test('code cannot speak to terminals, and long lines are cut', () => {
  const [line = ''] = toFrameLines({
    ...frame,
    line: 1,
    first: 1,
    lines: [`\u001b[2J\u202e$ rm -rf ~${'x'.repeat(500)}`],
  })
  expect(line).toMatch(/^ {2}> 1 \| \$ rm -rf ~x+…$/)
  expect(line.length).toBeLessThan(200)
})
