/** Recognises a text that is no document yet: the reader of its format could only say that it does not fit. */
import { documentTexts } from './texts.ts'

interface ForeignText {
  /** From 1. */
  readonly line: number
  readonly message: string
}

const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n/
/** Bytes that are not UTF-8 are read as U+FFFD; ASCII in UTF-16 has a NUL in each character. */
const WIDE = /^\ufffd\ufffd|^[^\n]{0,8}\0/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const CONFLICT = [/^<{7}(?: |\r?$)/, /^={7}\r?$/, /^>{7}(?: |\r?$)/] as const

/** @returns null for a text that may be a document */
export function findForeignText(text: string): ForeignText | null {
  if (LFS_POINTER.test(text)) return { line: 1, message: documentTexts.lfsPointer }
  if (WIDE.test(text)) return { line: 1, message: documentTexts.utf16 }
  const line = text.includes('<<<<<<<') ? findConflict(text.split('\n')) : 0
  return line === 0 ? null : { line, message: documentTexts.conflict }
}

/** Returns the line of the first mark; 0 without all three in order. Markdown may show a conflict as code. */
function findConflict(lines: readonly string[]): number {
  let fence = ''
  let first = 0
  let seen = 0
  for (const [n, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (mark !== '' && fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    if (fence !== '' || !CONFLICT[seen as 0 | 1 | 2].test(line)) continue
    if (seen === 0) first = n + 1
    if (seen === 2) return first
    seen += 1
  }
  return 0
}
