/** Decides whether a test's own text skips it, rather than production code. */
import { getSettings } from './test-bodies.ts'

/** Matches in the lines that begin a test or a group: a call, an option or a mark. */
const IN_HEAD =
  /\b(?:skip(?:[iI]f|[uU]nless)?|todo|pending|fixme|failing|x(?:it|test|specify|describe|context|scenario)|[iI]gnored?|Disabled|expectedFailure|xfail)\b/
/** Matches in lines of its own: an option, or a statement of the test. */
const IN_BODY =
  /^\s*(?:(?:skip|todo)\s*:|(?:await\s+|return\s+|raise\s+)?(?:t|b|tb|self|this|pytest|ctx|context|unittest)\.(?:skip|Skip|todo|pending)\w*\b)/m
/** Marks of pytest for a whole file. */
const IN_FILE = /^pytestmark\s*=.*\b(?:skip(?:if)?|xfail)\b/m

/** Returns whether every place with a test of this title skips it. */
export function isSkippedIn(text: string, title: string): boolean {
  const settings = getSettings(text, title)
  if (settings.length === 0) return false
  if (IN_FILE.test(text)) return true
  return settings.every(({ head, body }) => IN_HEAD.test(head) || IN_BODY.test(body))
}
