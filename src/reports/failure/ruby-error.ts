/** Parses errors as Ruby's Cucumber prints them: the message, its class in parentheses, and the frames. */

interface RubyError {
  readonly message: string
  readonly type: string
  readonly detail: string
}

const FRAME = /^[^\n]{1,1000}:\d{1,7}:in [`']/
const CLASS = /(?:^| )\(([A-Z]\w{0,99}(?:::[A-Z]\w{0,99}){0,9})\)$/

/** Splits `boom (ArgumentError)\n./steps.rb:7:in …`; null for other texts. */
export function rubyError(printed: string): RubyError | null {
  const lines = printed.trimEnd().split('\n')
  let last = lines.length - 1
  while (last >= 0 && FRAME.test(lines[last] ?? '')) last -= 1
  const found = last === lines.length - 1 ? null : CLASS.exec(lines[last] ?? '')
  if (found === null) return null
  const message = [...lines.slice(0, last), (lines[last] ?? '').slice(0, found.index)].join('\n')
  const type = found[1] ?? ''
  return { message: message.trim() || type, type, detail: printed }
}
