/** Shows what is being measured: one redrawn line for a person at a terminal, plain lines for a log. */
import { clearLine, cursorTo } from 'node:readline'
import type { Writable } from 'node:stream'
import { type ProgressEvent, toProgressLine } from '../render/text/progress.ts'
import { shorten } from '../render/text/text.ts'
import { getWidth } from './width.ts'

interface ProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** Milliseconds. */
  readonly now: () => number
}

interface ProgressDisplay {
  readonly show: (event: ProgressEvent) => void
  /** Clears the line before other output; the next event redraws it. */
  readonly clear: () => void
  /** Removes the line. */
  readonly end: () => void
}

const REDRAW_MS = 1_000

export function createProgress({ stream, now }: ProgressOptions): ProgressDisplay {
  if (!stream.isTTY) return createLines({ stream, now })
  const summary = createSummary(now)
  let line = ''
  let startedAt = now()
  const clear = () => {
    cursorTo(stream, 0)
    clearLine(stream, 1)
  }
  const redraw = () => {
    clear()
    const elapsed = ` ${toElapsed(now() - startedAt)}${summary.toEstimate()}`
    if (line !== '') stream.write(shorten(line, getWidth(stream) - 1 - elapsed.length) + elapsed)
  }
  const timer = setInterval(redraw, REDRAW_MS).unref()
  const show = (event: ProgressEvent) => {
    summary.add(event)
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
    stream.write(summary.toLine())
  }
  return { show, clear, end }
}

/** A log needs no line for what did not happen: the summary counts commits from the cache. */
const SILENT_IN_LOGS: readonly ProgressEvent['kind'][] = ['phase:start', 'test:cached']

function createLines({ stream, now }: ProgressOptions): ProgressDisplay {
  const summary = createSummary(now)
  const show = (event: ProgressEvent) => {
    summary.add(event)
    const isOld = event.kind === 'commit:judged' && event.verdict === 'accepted' && summary.isCached(event.sha)
    if (!isOld && !SILENT_IN_LOGS.includes(event.kind)) stream.write(`${toProgressLine(event)}\n`)
  }
  const end = () => void stream.write(summary.toLine())
  return { show, clear: () => undefined, end }
}

/** Counts what was judged: how much came from the cache, how long measuring takes, and where the time goes. */
function createSummary(now: () => number) {
  const startedAt = now()
  const cached = new Set<string>()
  const durations: number[] = []
  let judged = 0
  const spent = new Map<string, number>()
  let part: string | null = null
  let since = startedAt
  const spend = (next: string | null) => {
    if (part !== null) spent.set(part, (spent.get(part) ?? 0) + now() - since)
    part = next
    since = now()
  }
  const add = (event: ProgressEvent) => {
    if ('index' in event) spend(getPart(event))
    if (event.kind === 'test:cached') cached.add(event.sha)
    if (event.kind !== 'commit:judged') return
    judged += 1
    if (event.durationMs) durations.push(event.durationMs)
  }
  /** The mean of the commits before, measured now or kept; empty without one. */
  const toEstimate = () =>
    durations.length === 0
      ? ''
      : ` of about ${toElapsed(durations.reduce((sum, ms) => sum + ms, 0) / durations.length)}`
  const toLine = () => {
    spend(null)
    const parts = [...spent].map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)}`)
    const where = parts.length === 0 ? '' : `: ${parts.join(', ')}`
    return judged === 0 ? '' : `${cached.size} of ${judged} from cache, ${toElapsed(now() - startedAt)}${where}\n`
  }
  return { add, isCached: (sha: string) => cached.has(sha), toEstimate, toLine }
}

/** Names what takes time from this event on; null: nothing that runs tests. */
function getPart(event: ProgressEvent): string | null {
  if (event.kind === 'test:trial') return 'trials'
  if (event.kind !== 'test:run') return null
  return event.phase === 'start' ? 'base' : event.phase
}

/** `5s`, `1m05s` */
function toElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 60) return `${seconds}s`
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`
}

const SILENT: ProgressDisplay = {
  show: () => undefined,
  clear: () => undefined,
  end: () => undefined,
}

/** Does the work and shows its progress on standard error, which ends with it. Beside JSON, or on request, nothing is shown. */
export async function withProgress<T>(isSilent: unknown, work: (progress: ProgressDisplay) => Promise<T>): Promise<T> {
  const progress = isSilent ? SILENT : createProgress({ stream: process.stderr, now: () => performance.now() })
  return work(progress).finally(progress.end)
}
