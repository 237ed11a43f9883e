/** Renders the live view of a task: a pure function of what was read, the size of the terminal and the selected subtask. */

import { formatDuration } from '../text/format.ts'
import { type ProgressEvent, toProgressLine } from '../text/progress.ts'
import type { Paint, Style } from '../text/table.ts'
import { displayWidth, plain, shorten } from '../text/text.ts'
import { getTags, type Selection, toRows, type WatchView } from './rows.ts'

interface WatchPage extends Selection {
  readonly width: number
  readonly height: number
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
  /** The answer to the last key; empty without one. */
  readonly message: string
}

const MARKS: Readonly<Record<string, readonly [mark: string, style: Style]>> = {
  pending: ['·', 'dim'],
  red: ['●', 'bad'],
  green: ['●', 'good'],
  done: ['✓', 'good'],
  'in-progress': ['●', 'warn'],
  review: ['●', 'info'],
  deferred: ['·', 'dim'],
  cancelled: ['×', 'dim'],
}
const MAX_DRIVERS = 3
const LABEL = 9

/** A line and its colour. Lines are cut before they are painted, so that no colour code is cut. */
interface Line {
  readonly text: string
  readonly style?: Style
}

/** Returns at most `height` lines, none wider than `width`. */
export function toWatchScreen(view: WatchView, page: WatchPage): readonly string[] {
  const { width, height, paint } = page
  const below = [{ text: '' }, ...toRunLines(view, page), ...toNextLines(view), { text: '' }, toKeys(view, page)]
  const room = Math.max(1, height - below.length - 2)
  const lines = [toHeading(view, page), { text: '' }, ...toSubtasks(view, page, room), ...below]
  return lines.slice(0, height).map(({ text, style }) => {
    const shown = shorten(text, width)
    return style === undefined ? shown : paint(style, shown)
  })
}

function toHeading({ state, tasks = [] }: WatchView, { width, tag = tasks[0]?.tag }: WatchPage): Line {
  const other = tag === undefined ? 'tdd-gate' : `Tasks of ${plain(tag, 80)}`
  const title = state?.task ? `Task ${plain(state.task.id, 40)}: ${plain(state.task.title)}` : other
  if (state === null) return { text: title, style: 'bold' }
  const { subtasks, conclusion } = state
  const done = subtasks.filter(({ status }) => status === 'done').length
  const share =
    subtasks.length === 0 ? '' : `, ${done} of ${subtasks.length} (${Math.floor((done / subtasks.length) * 100)}%)`
  const right = `${plain(conclusion, 20)}${share}`
  const left = shorten(title, Math.max(1, width - displayWidth(right) - 3))
  const free = width - 1 - displayWidth(left) - displayWidth(right)
  // A pipe has no right end.
  const gap = ' '.repeat(Number.isFinite(width) ? Math.max(2, free) : 2)
  return { text: `${left}${gap}${right}`, style: 'bold' }
}

/** Shows as many subtasks as fit, the selected one among them, and below them the tests of the selected one. */
function toSubtasks(view: WatchView, page: WatchPage, room: number): readonly Line[] {
  const { selected } = page
  const subtasks = toRows(view, page)
  const drivers = (subtasks[selected]?.drivers ?? []).slice(0, MAX_DRIVERS)
  const details = drivers.map((id): Line => ({ text: `    ${plain(id)}`, style: 'dim' }))
  const isTight = subtasks.length + details.length > room
  const count = isTight ? Math.min(subtasks.length, room) : subtasks.length
  const first = Math.max(0, Math.min(selected - Math.floor(count / 2), subtasks.length - count))
  const idWidth = Math.max(0, ...subtasks.map(({ id }) => displayWidth(plain(id, 20))))
  const statusWidth = Math.max(7, ...subtasks.map(({ status }) => displayWidth(plain(status, 12))))
  const rows = subtasks
    .slice(first, first + count)
    .map(({ id, status, title, attempts, depth, priority }, index): Line => {
      const [mark, style] = MARKS[status] ?? ['·', 'dim']
      const pointer = first + index === selected ? '>' : ' '
      const tries = attempts === 0 || status === 'done' ? '' : ` (attempt ${attempts})`
      const name = plain(id, 20)
      const padding = ' '.repeat(idWidth - displayWidth(name))
      return {
        text: `${pointer} ${'  '.repeat(depth)}${mark} ${name}${padding}  ${plain(status, 12).padEnd(statusWidth)}  ${plain(title)}${priority === '' ? '' : ` [${plain(priority, 10)}]`}${tries}`,
        style,
      }
    })
  return isTight ? rows : rows.toSpliced(selected + 1, 0, ...details)
}

function toRunLines({ run }: WatchView, { now }: WatchPage): readonly Line[] {
  if (run === null) return []
  const { events, operation, startedAt, endedAt, isAlive } = run
  const name = plain(operation, 40)
  const last = events.findLast(({ event }) => isResult(event))
  const result: readonly Line[] = last
    ? [labelled('last', `${between(last.at, now)} ago: ${toProgressLine(last.event)}`)]
    : []
  if (endedAt !== null) return [labelled('idle', `${name} took ${between(startedAt, Date.parse(endedAt))}`), ...result]
  if (!isAlive) return [{ ...labelled('stopped', `${name} was ended from outside`), style: 'warn' }, ...result]
  const current = events.at(-1)
  const doing = current === undefined ? '' : `: ${toProgressLine(current.event)}`
  return [{ ...labelled('running', `${name} ${between(startedAt, now)}${doing}`), style: 'warn' }, ...result]
}

const RESULTS: readonly ProgressEvent['kind'][] = [
  'commit:judged',
  'commit:created',
  'subtask:complete',
  'attempt',
  'error',
]

function isResult({ kind }: ProgressEvent): boolean {
  return RESULTS.includes(kind)
}

function toNextLines({ state }: WatchView): readonly Line[] {
  const command: Line = { text: `${' '.repeat(LABEL)}$ tdd-gate next`, style: 'dim' }
  if (state === null) return [labelled('next', 'Nothing was judged here yet.'), command]
  const { next, isOld } = state
  const old: readonly Line[] = isOld ? [{ ...labelled('', 'HEAD moved since then: press j'), style: 'warn' }] : []
  if (next === null) return [labelled('next', 'Nothing is left to do'), ...old]
  const step = `${plain(next.phase, 20)}${next.subtask === null ? '' : ` ${plain(next.subtask, 20)}`}`
  return [{ ...labelled('next', `${step}: ${plain(next.title)}`), style: 'bold' }, ...old, command]
}

function toKeys(view: WatchView, page: WatchPage): Line {
  const { message, selected } = page
  const start = toRows(view, page)[selected]?.start ? 's start  ' : ''
  const tags = getTags(view).length > 1 ? '  t tag' : ''
  const tasks = view.tasks === undefined ? '' : `  enter subtasks${tags}`
  const pause = `p ${view.state?.isPaused ? 'resume' : 'pause'}`
  const keys = `${start}${pause}  q quit  ↑↓ select  j judge${tasks}`
  return { text: message === '' ? keys : `${keys}   ${plain(message)}`, style: 'dim' }
}

function labelled(label: string, text: string): Line {
  return { text: `${label.padEnd(LABEL)}${text}` }
}

/** `12 s` while it runs: whole seconds. */
function between(startedAt: string, until: number): string {
  const milliseconds = Math.max(0, until - (Date.parse(startedAt) || until))
  return milliseconds % 1_000 === 0 && milliseconds >= 10_000
    ? `${milliseconds / 1_000} s`
    : formatDuration(milliseconds)
}

/** Returns a line for each event of the newest run, for a pipe: each with its time, so that no two are equal. */
export function toWatchLines({ run }: WatchView): readonly string[] {
  if (run === null) return []
  const name = plain(run.operation, 40)
  return [
    `${run.startedAt} ${name} started`,
    ...run.events.map(({ at, event }) => `${at} ${toProgressLine(event)}`),
    ...(run.endedAt === null ? [] : [`${run.endedAt} ${name} ended`]),
  ]
}
