import { expect, test } from 'vitest'
import { toWatchJsonLines } from '../../../src/render/run/watch-json.ts'
import type { WatchView } from '../../../src/render/watch/rows.ts'

const [ONE, TWO] = ['2026-01-15T12:00:00.000Z', '2026-01-15T12:00:01.000Z']
const VIEW: WatchView = {
  state: {
    task: { id: '7', title: 'a\u001b[31m\nb' },
    conclusion: 'in_progress',
    subtasks: [],
    next: null,
    isOld: false,
  },
  run: {
    operation: 'next',
    startedAt: ONE,
    endedAt: TWO,
    isAlive: false,
    events: [{ at: ONE, event: { kind: 'pause', by: 'ada', reason: '' } }],
  },
}

test('a program reads the state and each event as a line of JSON, whatever a title holds', () => {
  const lines = toWatchJsonLines(VIEW)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { event: 'state', ...VIEW.state },
    { at: ONE, event: 'call:start', operation: 'next' },
    { at: ONE, event: 'pause', by: 'ada', reason: '' },
    { at: TWO, event: 'call:end', operation: 'next' },
  ])
  expect(lines.join('\n').split('\n')).toHaveLength(4)
  expect(lines.join()).not.toContain('\u001b')
  expect(toWatchJsonLines({ state: null, run: null })).toEqual([])
})
