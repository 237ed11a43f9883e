/** What went wrong outside of any test, as writers without an element for it tell it. */
import { MAX_MESSAGE } from '../../core/model/test-run.ts'
import { cleanText } from '../text.ts'
import type { XmlHandler } from '../xml/xml.ts'
import type { RawCase, RawProblem, RawReport } from './raw.ts'

/** node --test writes what it says of a run into comments, this among them; older versions call it a warning. */
const NODE_LATE = /^ (?:Error|Warning): .{1,60000}? generated asynchronous activity after the test ended\. /s
const PLACE = / at (.{1,3000}?):\d{1,9}:\d{1,9} generated asynchronous activity /s
/** The report is not green by the first. */
const MAX_LATE = 20
const VITEST_SUITE = 'vitest unhandled errors'

/** Takes the comments of a document whose root is that of node. */
export function commentsFor(report: RawReport): Pick<XmlHandler, 'wantsComment' | 'comment'> {
  const { late } = report
  return {
    wantsComment: () => report.isBareRoot && late.length < MAX_LATE,
    comment: (text) => {
      if (NODE_LATE.test(text)) late.push({ message: cleanText(text, MAX_MESSAGE), next: report.cases.length })
    },
  }
}

/** True for the case of a file that failed by what a comment right before it says: it did load. Older versions name whole paths. */
export function isToldLate({ late }: RawReport, { name }: RawCase, number: number): boolean {
  return late.some(({ message, next }) => {
    const file = PLACE.exec(message)?.[1] ?? name
    return next === number && (name === file || name.endsWith(`/${file}`))
  })
}

/** What vitest says of an error that no test caught, in a case of a suite that is none; null for any other. */
export function unhandledError({ suite, className, name }: RawCase, { element }: RawProblem): string | null {
  return suite?.name === VITEST_SUITE && className === VITEST_SUITE && element === 'error' ? name : null
}
