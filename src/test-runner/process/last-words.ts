/** The end of what a command printed, as short as a sentence can take: why it stopped, where no report says it. */
import { plainText } from '../../reports/text.ts'
import type { ProcessResult } from './process.ts'
import { withoutPlaces } from './redact-paths.ts'

/** UTF-16 units: problems are read in one line, and several stand beside each other. */
export const MAX_LAST_WORDS = 600
const MAX_LINES = 10
/** Of each stream; whole lines of the end are in it. */
const LOOKED_AT = 16_384
/** Where an error came from fills a screen, and its words stand above: `    at run (node:internal/x:1:2)`. */
const FRAME = /^\s+at\s/
const LOW_SURROGATE = /^[\udc00-\udfff]/

/**
 * @param ending standard output comes first: most tools say on the other stream why they stop
 * @param places absolute paths of the checkout, which is somewhere else each time
 * @returns one line without control characters, at most MAX_LAST_WORDS long; empty where nothing was printed
 */
export function lastWords(
  { stdoutTail, stderrTail }: Pick<ProcessResult, 'stdoutTail' | 'stderrTail'>,
  places: readonly string[],
): string {
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

/** What was said last stays. */
function cutStart(text: string): string {
  if (text.length <= MAX_LAST_WORDS) return text.toWellFormed()
  return `…${text.slice(1 - MAX_LAST_WORDS).replace(LOW_SURROGATE, '')}`.toWellFormed()
}
