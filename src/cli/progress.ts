/** Shows what is being measured: one redrawn line for a person at a terminal, plain lines for a log. */
import { clearLine, cursorTo } from 'node:readline'
import type { Writable } from 'node:stream'
import { type ProgressEvent, toProgressLine } from '../render/text/progress.ts'
import { shorten } from '../render/text/text.ts'
import { getWidth } from './width.ts'

export interface ProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Milliseconds. */
  readonly now: () => number
}

export interface ProgressDisplay {
  readonly show: (event: ProgressEvent) => void
  readonly redraw: () => void
  /** Clears the line before other output; the next event redraws it. */
  readonly clear: () => void
  /** Removes the line. */
  readonly end: () => void
}

const REDRAW_MS = 1_000

export function createProgress({ stream, now }: ProgressOptions): ProgressDisplay {
  if (!stream.isTTY) {
    const show = (event: ProgressEvent) => void stream.write(`${toProgressLine(event)}\n`)
    return { show, redraw: () => undefined, clear: () => undefined, end: () => undefined }
  }
  let line = ''
  let startedAt = now()
  const clear = () => {
    cursorTo(stream, 0)
    clearLine(stream, 1)
  }
  const redraw = () => {
    clear()
    const elapsed = ` ${toElapsed(now() - startedAt)}`
    if (line !== '') stream.write(shorten(line, getWidth(stream) - 1 - elapsed.length) + elapsed)
  }
  const timer = setInterval(redraw, REDRAW_MS).unref()
  const show = (event: ProgressEvent) => {
    if (!('index' in event)) {
      clear()
      stream.write(`${toProgressLine(event)}\n`)
    } else {
      if (event.kind === 'phase:start') startedAt = now()
      line = toProgressLine(event)
    }
    redraw()
  }
  const end = () => {
    clearInterval(timer)
    clear()
  }
  return { show, redraw, clear, end }
}

/** `5s`, `1m05s` */
function toElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 60) return `${seconds}s`
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`
}

const SILENT: ProgressDisplay = {
  show: () => undefined,
  redraw: () => undefined,
  clear: () => undefined,
  end: () => undefined,
}

/** Does the work and shows its progress on standard error, which ends with it. Beside JSON nothing is shown. */
export async function withProgress<T>(isJson: unknown, work: (progress: ProgressDisplay) => Promise<T>): Promise<T> {
  const progress = isJson ? SILENT : createProgress({ stream: process.stderr, now: () => performance.now() })
  return work(progress).finally(progress.end)
}
