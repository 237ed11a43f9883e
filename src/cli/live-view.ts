/** Draws the live view on the terminal and listens to its keys, until `q`. */
import { emitKeypressEvents, type Key } from 'node:readline'
import type { Watched } from '../operations/runs/watch.ts'
import { toErrorJson } from '../render/text/error.ts'
import {
  findCurrent,
  moveSelection,
  type Selection,
  selectNextTag,
  toggleSubtasks,
  toRows,
  type WatchView,
} from '../render/watch/rows.ts'
import { toWatchScreen } from '../render/watch/screen.ts'
import type { Io } from './io.ts'

const DRAW_MS = 500
const DEFAULT_ROWS = 24
/** The other screen of the terminal, without a cursor; what was there before comes back at the end. */
const OPEN = '\u001b[?1049h\u001b[?25l'
const CLOSE = '\u001b[?25h\u001b[?1049l'
const [HOME, END_OF_LINE, END_OF_SCREEN] = ['\u001b[H', '\u001b[K', '\u001b[J']

/** Keys that choose what is shown. */
const SELECTING: Readonly<Record<string, (view: WatchView, chosen: Selection) => Selection>> = {
  up: (view, chosen) => moveSelection(view, chosen, -1),
  down: (view, chosen) => moveSelection(view, chosen, 1),
  return: toggleSubtasks,
  t: selectNextTag,
}

const isLed = ({ run }: WatchView) => run?.operation === 'run' && run.endedAt === null && run.isAlive

type Execute = (task: string | null) => string

/** Does one thing after the other, and keeps what is said about it. */
function createWork(watched: Watched, execute: Execute | null, draw: () => void) {
  const work = new AbortController()
  let message = ''
  let isBusy = false
  const act = (about: string, begin: () => Promise<void>) => {
    if (isBusy) return
    isBusy = true
    message = about
    const end = (said: string) => {
      message = said
      isBusy = false
      draw()
    }
    void begin().then(
      () => end(''),
      (error: unknown) => end(toErrorJson(error).error.message),
    )
  }
  const judge = (word: 'pause' | 'resume' | null) => act(word ?? 'judging', () => watched.judge(word, work.signal))
  const start = (task: string | null) => {
    if (execute !== null) message = execute(task)
    else if (task === null) judge(null)
    else act(`starting ${task}`, () => watched.start(task, work.signal))
  }
  const say = (text: string) => {
    message = text
  }
  return { judge, start, say, getMessage: () => message, stop: () => work.abort('quit') }
}

/** @param execute leads an agent in a pane beside, and returns what to say; null without an agent */
export async function showLive(
  { paint, signal }: Pick<Io, 'paint' | 'signal'>,
  watched: Watched,
  execute: Execute | null,
): Promise<void> {
  const { stdin, stdout } = process
  const ended = Promise.withResolvers<void>()
  let view: WatchView = watched.read()
  let chosen: Selection = { selected: findCurrent(view) }
  let isLeaving = false
  const draw = () => {
    view = watched.read()
    const { columns: width, rows: height = DEFAULT_ROWS } = stdout
    const page = { ...chosen, width: width || 80, height, paint, now: Date.now(), message: work.getMessage() }
    const lines = toWatchScreen(view, page)
    stdout.write(`${HOME}${lines.join(`${END_OF_LINE}\r\n`)}${END_OF_LINE}${END_OF_SCREEN}`)
  }
  const work = createWork(watched, execute, draw)
  /** An agent that still works goes on without the view. */
  const leave = () => {
    if (isLeaving || !isLed(view)) return ended.resolve()
    isLeaving = true
    work.say('an agent still works: q again leaves the view')
  }
  const press = (_: unknown, { name, ctrl }: Key) => {
    if (name === 'escape' || (ctrl && name === 'c')) ended.resolve()
    else if (name === 'q') leave()
    else if (name === 's') work.start(toRows(view, chosen)[chosen.selected]?.start ?? null)
    else if (name === 'j') work.judge(null)
    else if (name === 'p') work.judge(view.state?.isPaused ? 'resume' : 'pause')
    else chosen = SELECTING[name ?? '']?.(view, chosen) ?? chosen
    draw()
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true).on('keypress', press).resume()
  stdout.write(OPEN)
  stdout.on('resize', draw)
  const timer = setInterval(draw, DRAW_MS)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  draw()
  await ended.promise.finally(() => {
    clearInterval(timer)
    work.stop()
    stdout.off('resize', draw).write(CLOSE)
    stdin.off('keypress', press).setRawMode(false).pause()
  })
}
