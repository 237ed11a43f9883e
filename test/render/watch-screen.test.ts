import { describe, expect, test } from 'vitest'
import { noPaint } from '../../src/render/text/table.ts'
import { displayWidth } from '../../src/render/text/text.ts'
import { findCurrent, toRows, type WatchView } from '../../src/render/watch/rows.ts'
import { toWatchLines, toWatchScreen } from '../../src/render/watch/screen.ts'
import { sha } from '../support/decision.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString()
const page = { width: 80, height: 24, paint: noPaint, selected: 0, now: Date.parse(at(20)), message: '' }
const about = { index: 2, of: 4, sha: sha('b'), phase: 'green', subtask: '7.2' } as const
const JUDGED: WatchView = {
  state: {
    task: { id: '7', title: 'Prices' },
    conclusion: 'in_progress',
    subtasks: [
      { id: '7.1', title: 'A discount', status: 'done', attempts: 0, drivers: ['test/a.test.js > takes a tenth'] },
      { id: '7.2', title: 'A tax', status: 'red', attempts: 1, drivers: ['test/tax.test.js > adds a fifth'] },
      { id: '7.3', title: 'A total', status: 'pending', attempts: 0, drivers: [] },
    ],
    next: { title: 'Make the failing tests of 7.2 pass', subtask: '7.2', phase: 'green' },
    isOld: false,
  },
  run: {
    operation: 'next',
    startedAt: at(8),
    endedAt: null,
    isAlive: true,
    events: [
      {
        at: at(9),
        event: { kind: 'commit:judged', ...about, phase: 'red', verdict: 'accepted', passed: 3, failing: 1 },
      },
      { at: at(10), event: { kind: 'test:run', ...about, files: null, attempt: 1, attempts: 1 } },
    ],
  },
}

describe('the live view', () => {
  test('shows task, subtasks with phases, the running suite, the last results and the next action', () => {
    expect(toWatchScreen(JUDGED, page)).toEqual([
      'Task 7: Prices                                        in_progress, 1 of 3 (33%)',
      '',
      '> ✓ 7.1  done     A discount',
      '    test/a.test.js > takes a tenth',
      '  ● 7.2  red      A tax (attempt 1)',
      '  · 7.3  pending  A total',
      '',
      'running  next 12 s: [2/4] bbbbbbbbb green 7.2 ... running the suite',
      'last     11 s ago: [2/4] bbbbbbbbb red 7.2 ... accepted: 3 passing, 1 failing',
      'next     green 7.2: Make the failing tests of 7.2 pass',
      '         $ tdd-gate next',
      '',
      'p pause  q quit  ↑↓ select  j judge',
    ])
  })

  test('the tasks of the tag stand around the subtasks of the present one, with status and priority', () => {
    const task = {
      status: 'pending',
      priority: 'high',
      tag: 'shop',
      subtasks: [{ id: '8.1', title: 'A print', status: 'pending' }],
    }
    const tasks = [
      { ...task, id: '7', title: 'Prices', status: 'in-progress' },
      { ...task, id: '8', title: 'Invoices' },
      { ...task, id: '1', title: 'Other', tag: 'later', priority: '' },
    ]
    const view = { ...JUDGED, tasks }
    const shown = toWatchScreen(view, { ...page, selected: 4, open: new Set(['7', '8']) })
    expect(shown.slice(2, 8)).toEqual([
      '  ● 7    in-progress  Prices [high]',
      '    ✓ 7.1  done         A discount',
      '    ● 7.2  red          A tax (attempt 1)',
      '    · 7.3  pending      A total',
      '> · 8    pending      Invoices [high]',
      '    · 8.1  pending      A print',
    ])
    expect(shown.at(-1)).toBe('s start  p pause  q quit  ↑↓ select  j judge  enter subtasks  t tag')
    expect(toRows(view)[findCurrent(view)]?.id).toBe('7.2')
    expect(toRows(view, { tag: 'later' }).map(({ id, start }) => [id, start])).toEqual([['1', 'later:1']])
    expect(toWatchScreen({ state: null, run: null, tasks }, { ...page, tag: 'later' })[0]).toBe('Tasks of later')
  })

  test.each([40, 80, 200])('no line is wider than a terminal of %s columns', (width) => {
    const wide = { ...JUDGED, state: JUDGED.state && { ...JUDGED.state, task: { id: '7', title: 'x'.repeat(300) } } }
    const lines = toWatchScreen(wide, { ...page, width })
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width)
  })

  test('the subtask of the next step is the one that is selected first', () => {
    expect(findCurrent(JUDGED)).toBe(1)
    expect(findCurrent({ state: null, run: null })).toBe(0)
  })

  test('a low terminal keeps the selected subtask, the next action and the keys', () => {
    const subtasks = Array.from({ length: 30 }, (_, i) => ({
      id: `${i}`,
      title: 't',
      status: 'pending',
      attempts: 0,
      drivers: [],
    }))
    const many = { ...JUDGED, state: JUDGED.state && { ...JUDGED.state, subtasks } }
    const lines = toWatchScreen(many, { ...page, height: 12, selected: 20 })
    expect(lines).toHaveLength(12)
    expect(lines.join('\n')).toMatch(/> · 20.*next {5}green.*q quit/s)
  })

  test.each<[string, WatchView, RegExp]>([
    ['nothing ran yet', { state: null, run: null }, /Nothing was judged here yet\.\n {9}\$ tdd-gate next/],
    ['a run ended', { ...JUDGED, run: JUDGED.run && { ...JUDGED.run, endedAt: at(11) } }, /idle {5}next took 3\.0 s/],
    [
      'a run died',
      { ...JUDGED, run: JUDGED.run && { ...JUDGED.run, isAlive: false } },
      /stopped {2}next was ended from outside/,
    ],
    [
      'commits came later',
      { ...JUDGED, state: JUDGED.state && { ...JUDGED.state, isOld: true } },
      /HEAD moved since then: press j/,
    ],
    ['the task is paused', { ...JUDGED, state: JUDGED.state && { ...JUDGED.state, isPaused: true } }, /p resume/],
    [
      'nothing is left',
      { ...JUDGED, state: JUDGED.state && { ...JUDGED.state, next: null } },
      /next {5}Nothing is left to do/,
    ],
  ])('%s', (_, view, expected) => {
    expect(toWatchScreen(view, page).join('\n')).toMatch(expected)
  })

  test('codes for terminals in titles do not reach the terminal', () => {
    const task = { id: '7', title: '\u001b[2Jgone\u202e' }
    const lines = toWatchScreen({ ...JUDGED, state: JUDGED.state && { ...JUDGED.state, task } }, page)
    expect(lines[0]).toMatch(/^Task 7: gone +in_progress/)
  })

  test('a pipe gets a line for each event, whole, with its time', () => {
    expect(toWatchLines(JUDGED)).toEqual([
      `${at(8)} next started`,
      `${at(9)} [2/4] bbbbbbbbb red 7.2 ... accepted: 3 passing, 1 failing`,
      `${at(10)} [2/4] bbbbbbbbb green 7.2 ... running the suite`,
    ])
    expect(toWatchLines({ ...JUDGED, run: JUDGED.run && { ...JUDGED.run, endedAt: at(11) } }).at(-1)).toBe(
      `${at(11)} next ended`,
    )
  })
})
