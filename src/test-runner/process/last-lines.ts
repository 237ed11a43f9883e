/** Extracts the end of a command's output as one short sentence: the reason it stopped, where no report names it. */
import { findFirstError } from '../../reports/failure/first-error.ts'
import { plainText } from '../../reports/text.ts'
import type { ProcessResult } from './process.ts'
import { withoutPlaces } from './redact-paths.ts'

/** UTF-16 units: a problem is one line, and several are shown together. */
export const MAX_LAST_LINES = 600
const MAX_LINES = 10
/** Bytes of each stream that are searched; the end consists of whole lines. */
const LOOKED_AT = 16_384
/** A stack frame: `    at run (node:internal/x:1:2)`. Frames fill a screen, and the message is above them. */
const FRAME = /^\s+at\s/
const LOW_SURROGATE = /^[\udc00-\udfff]/

type Printed = Pick<ProcessResult, 'stdoutTail' | 'stderrTail'>

/** Returns the line of the output that says what is missing or wrong; empty without one. */
export function getFirstError({ stdoutTail, stderrTail }: Printed, places: readonly string[]): string {
  const found = findFirstError(stderrTail) ?? findFirstError(stdoutTail) ?? ''
  return withoutPlaces(found, places).slice(0, MAX_LAST_LINES).toWellFormed()
}

/**
 * Returns the end of the output.
 * @param result standard output comes first: most tools print the reason on standard error
 * @param places absolute paths of the checkout, which differ each time
 * @returns one line without control characters, at most MAX_LAST_WORDS long; empty when nothing was printed
 */
export function getLastLines({ stdoutTail, stderrTail }: Printed, places: readonly string[]): string {
  const printed = [stdoutTail, stderrTail].map((text) => plainText(text.slice(-LOOKED_AT))).join('\n')
  const lines = withoutPlaces(printed, places)
    .split('\n')
    .filter((line) => line.trim() !== '' && !FRAME.test(line))
  return cutStart(
    lines
      .slice(-MAX_LINES)
      .map((line) => line.trim())
      .join(' | '),
  )
}

/** Cuts the start and keeps the end. */
function cutStart(text: string): string {
  if (text.length <= MAX_LAST_LINES) return text.toWellFormed()
  return `…${text.slice(1 - MAX_LAST_LINES).replace(LOW_SURROGATE, '')}`.toWellFormed()
}
