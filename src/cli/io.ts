/** The terminal, or whatever stands in its place: output that survives a closed pipe, colours, width and interruptions. */
import { styleText } from 'node:util'
import { logLines } from '../render/text/log-line.ts'
import type { Paint, Style } from '../render/text/table.ts'
import { getWidth } from './width.ts'

export interface Io {
  /** To stdout, as lines that no runner of a job obeys; resolves when it is written. Whole lines, or pieces of JSON. */
  readonly print: (text: string) => Promise<void>
  /** To stderr. */
  readonly printError: (text: string) => Promise<void>
  readonly paint: Paint
  readonly width: number
  /** False for a pipe or file: nothing has to be cut for it. */
  readonly isTerminal: boolean
  /** Aborted by SIGINT or SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal
}

export const INTERRUPTED: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 }

const COLORS = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim', bold: 'bold' } as const
/** One key press reaches parent and child: the echo is not a second wish. */
const ECHO_MS = 500

export function openTerminal(): Io {
  const { stdout, stderr } = process
  for (const stream of [stdout, stderr]) stream.on('error', forgiveClosedPipe)
  return {
    print: (text) => write(stdout, text),
    printError: (text) => write(stderr, text),
    paint: (style: Style, text) => styleText(COLORS[style], text, { stream: stdout }),
    width: getWidth(stdout),
    isTerminal: stdout.isTTY === true,
    signal: listenForInterruption(),
  }
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    stream.write(logLines(text), () => resolve())
  })
}

/** Exit code 3: a verdict that nobody could read is none. */
const UNWRITABLE = 3

/** `| head` is no error: the work goes on and its exit code stands. A full disk is one, and there is no verdict then. */
function forgiveClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return
  process.stderr.write(`error [disk-full] The output could not be written: ${error.message}\n`)
  process.exit(UNWRITABLE)
}

/** The first signal asks, a second one insists. */
function listenForInterruption(): AbortSignal {
  const controller = new AbortController()
  let askedAt = 0
  for (const [name, code] of Object.entries(INTERRUPTED)) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        askedAt = performance.now()
        controller.abort(name)
      } else if (performance.now() - askedAt > ECHO_MS) {
        process.exit(code)
      }
    })
  }
  return controller.signal
}
