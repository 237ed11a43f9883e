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

test('a terminal shows how long a commit should take by the commits before it, and ends with a summary', () => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  let now = 0
  const progress = createProgress({ stream: Object.assign(stream, { isTTY: true, columns: 80 }), now: () => now })
  const at = { of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' } as const
  progress.show({ kind: 'phase:start', ...at, index: 1 })
  progress.show({ kind: 'test:cached', ...at, index: 1 })
  const judged = { verdict: 'accepted', passed: 1, failing: 1 } as const
  progress.show({ kind: 'commit:judged', ...at, ...judged, index: 1, durationMs: 12_400 })
  progress.show({ kind: 'phase:start', ...at, index: 2 })
  now = 5_000
  progress.show({ kind: 'note', text: 'a note' })
  expect(text).toContain('[2/2] aaaaaaaaa red 42.1 5s of about 12s')
  progress.show({ kind: 'commit:judged', ...at, ...judged, index: 2, durationMs: 11_000 })
  progress.end()
  expect(text).toMatch(/1 of 2 from cache, 5s\n$/)
})

test('a log has no line for an accepted commit from the cache, and ends with how many there were and the time', () => {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += chunk
      done()
    },
  })
  let now = 0
  const progress = createProgress({ stream, now: () => now })
  const at = { index: 1, of: 2, sha: sha('a'), phase: 'red', subtask: '42.1' } as const
  progress.show({ kind: 'phase:start', ...at })
  progress.show({ kind: 'test:cached', ...at })
  progress.show({ kind: 'commit:judged', ...at, verdict: 'accepted', passed: 1, failing: 1 })
  const refused = { ...at, index: 2, sha: sha('b') }
  progress.show({ kind: 'test:cached', ...refused })
  progress.show({ kind: 'commit:judged', ...refused, verdict: 'rejected', passed: 1, failing: 0 })
  now = 65_000
  progress.end()
  expect(text).toBe('[2/2] bbbbbbbbb red 42.1 ... rejected: 1 passing, 0 failing\n2 of 2 from cache, 1m05s\n')
})
