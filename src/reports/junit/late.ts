/** Reads errors outside of tests, from writers without an element for them. */
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { cleanText } from '../text.ts'
import type { XmlHandler } from '../xml/xml.ts'
import type { RawCase, RawProblem, RawReport } from './raw.ts'

/** node --test writes diagnostics of a run as comments, including this one. Older versions call it a warning. */
const NODE_LATE = /^ (?:Error|Warning): .{1,60000}? generated asynchronous activity after the test ended\. /s
const PLACE = / at (.{1,3000}?):\d{1,9}:\d{1,9} generated asynchronous activity /s
/** Bound on these errors. The first one already prevents a green report. */
const MAX_LATE = 20
const VITEST_SUITE = 'vitest unhandled errors'

/** Reads the comments of a document whose root is node's. */
export function commentsFor(report: RawReport): Pick<XmlHandler, 'wantsComment' | 'comment'> {
  const { late } = report
  return {
    wantsComment: () => report.isBareRoot && late.length < MAX_LATE,
    comment: (text) => {
      if (NODE_LATE.test(text)) late.push({ message: cleanText(text, MAX_MESSAGE), next: report.cases.length })
    },
  }
}

/**
 * Returns true for the case of a file that failed with the error of the comment before it: the file did load. Older
 * versions write absolute paths.
 */
export function isReportedLate({ late }: RawReport, { name }: RawCase, number: number): boolean {
  return late.some(({ message, next }) => {
    const file = PLACE.exec(message)?.[1] ?? name
    return next === number && (name === file || name.endsWith(`/${file}`))
  })
}

/**
 * Returns vitest's message for an error that no test caught, reported as a case of a pseudo suite; null for other
 * cases.
 */
export function unhandledError({ suite, className, name }: RawCase, { element }: RawProblem): string | null {
  return suite?.name === VITEST_SUITE && className === VITEST_SUITE && element === 'error' ? name : null
}
