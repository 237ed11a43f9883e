/** Keeps the end of a run's output outside of tests, where runners explain why they stopped. */
import { MAX_OUTPUT } from '../core/model/test-run.ts'
import { plainText } from './text.ts'
import { own } from './xml/text.ts'

const LOW_SURROGATE = /^[\udc00-\udfff]/

export interface OutputEnd {
  readonly add: (text: string) => void
  /** Returns the last MAX_OUTPUT characters, without terminal codes and trailing whitespace. */
  readonly text: () => string
}

/** Creates a buffer whose memory is bounded, however much is added. */
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

/** Returns the end of one text. */
export function endOf(text: string): string {
  return plainText(lastOf(text).replace(LOW_SURROGATE, '')).trim()
}

/** Joins the outputs of several reports of one run. */
export function joinedOutput(outputs: readonly string[]): string {
  const { add, text } = outputEnd()
  for (const output of outputs) if (output !== '') add(`${output}\n`)
  return text()
}

const lastOf = (text: string) => (text.length > MAX_OUTPUT ? text.slice(-MAX_OUTPUT) : text)
