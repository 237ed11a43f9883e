/** Recognises TAP by its first lines, whatever stands before the first of them. */

/** Colours of a terminal. */
const COLOUR = /\u001b\[[0-9;]*m/g
/** Lines that tell nothing: comments, pragmas, and what npm, pnpm and yarn print before a script. */
const BEFORE = /^(?:#.*|pragma [+-]\w.*|> .*|\$ .*|yarn run v\d.*)?$/
const TAP = /^(?:TAP version 1[234]$|1\.\.\d|Bail out!|(?:not )?ok(?: +\d| +- | *(?:#|$)| [\w"'([]))/
/** `ok then` is a sentence, `ok adds` is old TAP: only a stream with more than words is one. */
const NUMBERS = /^(?: {4}){0,256}(?:TAP version 1[234]|1\.\.\d|Bail out!|(?:not )?ok(?: +\d+| +- | *\r?$| +#))/m
const SUBTEST = /^(?: {4})*# Subtest: /

export const withoutColour = (text: string): string => (text.includes('\u001b') ? text.replace(COLOUR, '') : text)

/** The first line that tells something is TAP; indented it is only behind the comment that opens a subtest. */
export function isTapHead(head: string): boolean {
  const text = withoutColour(head).replace(/^\ufeff/, '')
  let hasSubtest = false
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    const plain = line.trim()
    hasSubtest ||= SUBTEST.test(line)
    if (!BEFORE.test(plain)) return TAP.test(hasSubtest ? plain : line.trimEnd()) && NUMBERS.test(text)
  }
  return false
}
