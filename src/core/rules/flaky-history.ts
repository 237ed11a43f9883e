/** Names the earlier commits of a branch that showed a test as flaky. */
import { short } from '../model/commit.ts'
import type { Finding } from '../model/finding.ts'
import type { TestId } from '../model/test-run.ts'
import type { RuleContext } from './rule.ts'
import { list } from './text.ts'

/** More histories do not fit a message. */
const MAX_HISTORIES = 3
const RULES = new Set(['flaky-test-is-shown', 'red-is-repeatable'])

/** Returns a message and the histories of these tests. A RED runs few tests, so it counts only if it showed the test. */
export function withHistory(message: string, tests: readonly TestId[], { earlier = [] }: RuleContext): string {
  const shows = ({ rule, tests: shown }: Finding, id: TestId) => RULES.has(rule) && shown.includes(id)
  const histories = tests.flatMap((id) => {
    const before = earlier.filter(({ findings }) => findings.some((finding) => shows(finding, id)))
    const ran = earlier.filter((one) => one.tests !== null && (one.phase !== 'red' || before.includes(one)))
    const commits = list(before.map(({ sha }) => short(sha)))
    return before.length === 0 ? [] : `Flaky before, in ${before.length} of ${ran.length} runs, at ${commits}: ${id}`
  })
  return [message, ...histories.slice(0, MAX_HISTORIES)].join('. ')
}
