/** Draws the live view on the terminal and listens to its keys, until `q`. */
import { emitKeypressEvents, type Key } from 'node:readline'
import type { Watched } from '../operations/runs/watch.ts'
import { toErrorJson } from '../render/text/error.ts'
import { findCurrent, toWatchScreen, type WatchView } from '../render/watch-screen.ts'
import type { Io } from './io.ts'

const DRAW_MS = 500
const DEFAULT_ROWS = 24
/** The other screen of the terminal, without a cursor; what was there before comes back at the end. */
const OPEN = '\u001b[?1049h\u001b[?25l'
const CLOSE = '\u001b[?25h\u001b[?1049l'
const [HOME, END_OF_LINE, END_OF_SCREEN] = ['\u001b[H', '\u001b[K', '\u001b[J']

export async function showLive({ paint, signal }: Pick<Io, 'paint' | 'signal'>, watched: Watched): Promise<void> {
  const { stdin, stdout } = process
  const ended = Promise.withResolvers<void>()
  const work = new AbortController()
  let view: WatchView = watched.read()
  let selected = findCurrent(view)
  let message = ''
  let isBusy = false
  const draw = () => {
    view = watched.read()
    const { columns: width, rows: height = DEFAULT_ROWS } = stdout
    const lines = toWatchScreen(view, { width: width || 80, height, paint, selected, now: Date.now(), message })
    stdout.write(`${HOME}${lines.join(`${END_OF_LINE}\r\n`)}${END_OF_LINE}${END_OF_SCREEN}`)
  }
  const judge = async (word: 'pause' | 'resume' | null) => {
    if (isBusy) return
    isBusy = true
    message = word ?? 'judging'
    await watched.judge(word, work.signal).then(
      () => (message = ''),
      (error: unknown) => (message = toErrorJson(error).error.message),
    )
    isBusy = false
    draw()
  }
  const press = (_: unknown, { name, ctrl }: Key) => {
    const last = (view.state?.subtasks.length ?? 1) - 1
    if (name === 'q' || name === 'escape' || (ctrl && name === 'c')) ended.resolve()
    else if (name === 's') void judge(null)
    else if (name === 'p') void judge(view.state?.isPaused ? 'resume' : 'pause')
    else if (name === 'up') selected = Math.max(0, selected - 1)
    else if (name === 'down') selected = Math.min(last, selected + 1)
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
    work.abort('quit')
    stdout.off('resize', draw).write(CLOSE)
    stdin.off('keypress', press).setRawMode(false).pause()
  })
}
