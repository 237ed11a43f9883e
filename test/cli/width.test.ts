import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createProgress } from '../../src/cli/progress.ts'
import { getWidth } from '../../src/cli/width.ts'
import { sha } from '../support/decision.ts'

test.each([
  [undefined, 80],
  [0, 80],
  [12, 40],
  [100, 100],
  [500, 160],
])('a terminal that says it has %s columns gets %i', (columns, width) => {
  expect(getWidth({ columns })).toBe(width)
})

test('progress is readable in a terminal without a size, as in containers', () => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  const progress = createProgress({ stream: Object.assign(stream, { isTTY: true, columns: 0 }), now: () => 0 })
  progress.show({ kind: 'phase:start', index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' })
  progress.end()
  expect(text).toContain('[1/2] aaaaaaaaa red 42.1 0s')
})
