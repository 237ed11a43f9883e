/** Decodes the bytes of a report, within bounds. */
import { type Bytes, LIMITS, LimitError } from './format.ts'
import { reportTexts } from './texts.ts'
import { toUtf8 } from './utf16.ts'

const BOM = /^\ufeff/

/** Returns the same chunks. @throws ReportError as soon as they exceed LIMITS.fileBytes. */
export function* bounded(bytes: Bytes): Generator<Uint8Array> {
  let size = 0
  for (const piece of bytes) {
    size += piece.length
    if (size > LIMITS.fileBytes) throw new LimitError(reportTexts.fileTooLarge(LIMITS.fileBytes))
    yield piece
  }
}

/** Returns the whole text, without a byte order mark. @throws ReportError beyond LIMITS.fileBytes. */
export function getText(bytes: Bytes): string {
  const decoder = new TextDecoder()
  let text = ''
  for (const piece of toUtf8(bounded(bytes))) {
    text += decoder.decode(piece, { stream: true })
  }
  return (text + decoder.decode()).replace(BOM, '')
}

/** Yields lines without their ends. `isWhole` is false for a last line without a line end. */
export function* getLines(bytes: Bytes): Generator<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  let length = 0
  for (const piece of toUtf8(bounded(bytes))) {
    const parts = decoder.decode(piece, { stream: true }).split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      yield { text: withoutReturn(rest.join('') + part), isWhole: true }
      rest = []
      length = 0
    }
    rest.push(last)
    length += last.length
    if (length > LIMITS.lineBytes) throw new LimitError(reportTexts.lineTooLong(LIMITS.lineBytes))
  }
  const text = rest.join('') + decoder.decode()
  if (text !== '') yield { text: withoutReturn(text), isWhole: false }
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
