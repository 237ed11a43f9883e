/** Wraps the terminal or its replacement: output that survives a closed pipe, colours, width and interruptions. */
import { styleText } from 'node:util'
import { forgiveClosedPipes } from '../output.ts'
import { logLines } from '../render/text/log-line.ts'
import type { Paint, Style } from '../render/text/table.ts'
import { getWidth } from './width.ts'

export interface Io {
  /**
   * Prints to stdout, as lines that no CI runner takes for commands; resolves when written. Takes whole lines, or
   * pieces of JSON.
   */
  readonly print: (text: string) => Promise<void>
  /** Prints to stderr. */
  readonly printError: (text: string) => Promise<void>
  readonly paint: Paint
  readonly width: number
  /** False for a pipe or file: its lines are never cut. */
  readonly isTerminal: boolean
  /** Aborted by SIGINT or SIGTERM; the reason is the signal's name. */
  readonly signal: AbortSignal
}

export const INTERRUPTED: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 }

const COLORS = { good: 'green', bad: 'red', warn: 'yellow', info: 'cyan', dim: 'dim', bold: 'bold' } as const
/** One key press sends the signal to parent and child: a second one within this time is the same press. */
const ECHO_MS = 500

export function openTerminal(): Io {
  const { stdout, stderr } = process
  forgiveClosedPipes()
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

/** The first signal aborts, the second one ends the process. */
function listenForInterruption(): AbortSignal {
  const controller = new AbortController()
  let requestedAt = 0
  for (const [name, code] of Object.entries(INTERRUPTED)) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        requestedAt = performance.now()
        controller.abort(name)
      } else if (performance.now() - requestedAt > ECHO_MS) {
        process.exit(code)
      }
    })
  }
  return controller.signal
}
