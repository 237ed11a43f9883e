/** Skips texts and sections that no handler requested. Where a handler needs their end, only that is decoded, and once. */
import { MAX_OUTPUT } from '../../core/model/test-run.ts'
import { UNFINISHED } from './tag.ts'
import { unescapeXml } from './text.ts'
import { decoded, type Window } from './window.ts'

interface Skipping {
  readonly handler: {
    readonly passed?: WrittenEnd
    readonly wantsEnd?: () => boolean
    readonly wantsComment?: () => boolean
    readonly comment?: (text: string) => void
  }
  readonly window: Window
  /** The end mark of the open comment, instruction or section. */
  skipTo: string | null
}

/** The raw end of the skipped text. */
export interface WrittenEnd {
  /** Copies the bytes of a range; a section contains no references. */
  readonly add: (bytes: Buffer, from: number, to: number, isSection: boolean) => void
  /** Returns at least the last MAX_OUTPUT characters, unless references are longer than their characters. */
  readonly text: () => string
}

export const CDATA_END = ']]>'
export const COMMENT_END = '-->'
const MAX_COMMENT = 65_536
/** The maximal number of UTF-8 bytes for so many characters. */
const END_BYTES = 3 * MAX_OUTPUT
/** The first bytes of a character may be missing. */
const CUT_CHARACTER = /^\ufffd+/

/** Returns where reading continues: after the skipped text, or where its incomplete end mark may start. */
export function passBy(scan: Skipping, from: number): number {
  const { skipTo } = scan
  if (skipTo === null) return from
  const { text } = scan.window
  const end = text.indexOf(skipTo, from)
  const stop = end < 0 ? Math.max(from, text.length - skipTo.length + 1) : end
  if (skipTo === CDATA_END) passText(scan, from, stop, true)
  if (end < 0) return stop
  scan.skipTo = null
  return end + skipTo.length
}

export function passText({ handler, window }: Skipping, from: number, to: number, isSection: boolean): void {
  if (handler.wantsEnd?.()) handler.passed?.add(window.bytes, from, to, isSection)
}

/** Passes the start of a comment to the handler. Returns false when the window ends too early. */
export function reportComment({ handler, window }: Skipping, from: number): boolean {
  if (!handler.wantsComment?.()) return true
  const end = window.text.indexOf(COMMENT_END, from)
  const most = from + MAX_COMMENT
  if (end < 0 && window.text.length < most) return false
  handler.comment?.(unescapeXml(decoded(window, from, end < 0 ? most : Math.min(end, most))))
  return true
}

/** Two reused buffers: short-lived strings would need many times as much memory. */
export function writtenEnd(): WrittenEnd {
  let held: Buffer | null = null
  let sections = Buffer.alloc(0)
  let size = 0
  return {
    add: (bytes, from, to, isSection) => {
      held ??= Buffer.allocUnsafeSlow(2 * END_BYTES)
      if (sections.length === 0) sections = Buffer.allocUnsafeSlow(2 * END_BYTES)
      const start = Math.max(from, to - END_BYTES)
      if (size + to - start > held.length) {
        for (const buffer of [held, sections]) buffer.copyWithin(0, size - END_BYTES, size)
        size = END_BYTES
      }
      bytes.copy(held, size, start, to)
      sections.fill(isSection ? 1 : 0, size, size + to - start)
      size += to - start
    },
    text: () => (held === null ? '' : decodedParts(held.subarray(0, size), sections).replace(CUT_CHARACTER, '')),
  }
}

function decodedParts(held: Buffer, sections: Buffer): string {
  let text = ''
  for (let at = 0; at < held.length; ) {
    const isSection = sections[at] === 1
    const next = sections.indexOf(isSection ? 0 : 1, at)
    const end = next < 0 ? held.length : Math.min(next, held.length)
    const written = held.toString('utf8', at, end)
    text += isSection ? written : unescapeXml(written)
    at = end
  }
  return text
}

const COMMENT = '<!--'

/** Quotes, brackets and comments of the internal subset may contain `>`. */
export function doctypeEnd(text: string, from: number): number {
  const marks = /["'[\]>]|<!--/g
  marks.lastIndex = from
  for (let depth = 0, mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const found = mark[0]
    if (found === '>' && depth <= 0) return mark.index + 1
    if (found === '[') depth += 1
    else if (found === ']') depth -= 1
    else if (found !== '>') {
      const close = text.indexOf(found === COMMENT ? '-->' : found, marks.lastIndex)
      if (close < 0) return UNFINISHED
      marks.lastIndex = close + 1
    }
  }
  return UNFINISHED
}
