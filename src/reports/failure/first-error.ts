/** Finds the line that says why a tool could not start: loaders print it above a trace, and others below a warning. */
import { plainText } from '../text.ts'
import { classifyFailure, spokenLines } from './failure-kind.ts'

const EXCEPTION = /^(?:[\w.$\\]+(?:Error|Exception)\b|(?:[\w./-]+: )*(?:fatal|error)\b.*:)/i

/** @returns the first line that names what is missing, else the first error; null without one */
export function findFirstError(printed: string): string | null {
  const lines = spokenLines(plainText(printed))
  return lines.find(isAbsence) ?? lines.find((line) => EXCEPTION.test(line)) ?? null
}

function isAbsence(message: string): boolean {
  const { kind } = classifyFailure({ message, element: 'error' })
  return kind === 'missing-symbol' || kind === 'infrastructure'
}
