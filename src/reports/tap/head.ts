/** Recognises TAP by its first lines; other output may precede them. */

/** Colours of a terminal. */
const COLOUR = /\u001b\[[0-9;]*m/g
/** Lines without a result: comments, pragmas, and what npm, pnpm and yarn print before a script. */
const BEFORE = /^(?:#.*|pragma [+-]\w.*|> .*|\$ .*|yarn run v\d.*)?$/
const TAP = /^(?:TAP version 1[234]$|1\.\.\d|Bail out!|(?:not )?ok(?: +\d| +- | *(?:#|$)| [\w"'([]))/
/** `ok then` may be a sentence or old TAP: only a stream with numbers counts as TAP. */
const NUMBERS = /^(?: {4}){0,256}(?:TAP version 1[234]|1\.\.\d|Bail out!|(?:not )?ok(?: +\d+| +- | *\r?$| +#))/m
const SUBTEST = /^(?: {4})*# Subtest: /

export const withoutColour = (text: string): string => (text.includes('\u001b') ? text.replace(COLOUR, '') : text)

/** Returns true when the first relevant line is TAP. It is indented only after the comment that opens a subtest. */
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
