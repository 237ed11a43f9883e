/** The end of what a run printed that belongs to no test: where runners say why they stopped. */
import { MAX_OUTPUT } from '../core/model/test-run.ts'
import { plainText } from './text.ts'
import { own } from './xml/text.ts'

const LOW_SURROGATE = /^[\udc00-\udfff]/

export interface OutputEnd {
  readonly add: (text: string) => void
  /** The last MAX_OUTPUT characters, without terminal codes and blank ends. */
  readonly text: () => string
}

/** Never holds much more than it gives, whatever is added. */
export function outputEnd(): OutputEnd {
  let pieces: string[] = []
  let size = 0
  const compact = () => {
    pieces = [own(lastOf(pieces.join('')))]
    size = pieces[0]?.length ?? 0
  }
  return {
    add: (text) => {
      const piece = lastOf(text)
      pieces.push(own(piece))
      size += piece.length
      if (size > 2 * MAX_OUTPUT) compact()
    },
    text: () => endOf(pieces.join('')),
  }
}

/** The same of one text. */
export function endOf(text: string): string {
  return plainText(lastOf(text).replace(LOW_SURROGATE, '')).trim()
}

/** What several reports of one run say of it, one behind the other. */
export function joinedOutput(outputs: readonly string[]): string {
  const { add, text } = outputEnd()
  for (const output of outputs) if (output !== '') add(`${output}\n`)
  return text()
}

const lastOf = (text: string) => (text.length > MAX_OUTPUT ? text.slice(-MAX_OUTPUT) : text)
