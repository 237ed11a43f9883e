/** Asks the person at the terminal: on standard error, since standard output is the answer of the command. */
import { createInterface } from 'node:readline/promises'
import type { Ask } from '../operations/verify/progress.ts'
import { plain } from '../render/text/text.ts'

const YES = /^y(?:es)?$/i

/**
 * @param clear takes the line of progress away @returns undefined without a terminal
 */
export function createAsk(signal: AbortSignal, clear: () => void): Ask | undefined {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  return async (question, details = '') => {
    clear()
    if (details !== '') stderr.write(details.endsWith('\n') ? details : `${details}\n`)
    // Not as a terminal: ctrl-c stays a signal to this program.
    const lines = createInterface({ input: stdin, output: stderr, terminal: false })
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    try {
      return YES.test((await Promise.race([lines.question(`${plain(question)} [y/N] `, { signal }), ended])).trim())
    } finally {
      lines.close()
    }
  }
}
