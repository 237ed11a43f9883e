import { withHistory } from './flaky-history.ts'
import type { Rule } from './rule.ts'
import { firstLine, formatCause, list } from './text.ts'

export const greenPassesDrivers: Rule = {
  code: 'green-passes-drivers',
  about: 'GREEN makes every driver of its cycle pass, every time it runs.',
  why: 'The tests that failed at RED define when the subtask is done. A driver that fails, is skipped, is absent or is flaky has not passed. When only this rule, `suite-is-green` or `coverage-holds` finds an error, the commit counts as an attempt.',
  choices:
    'Change the code until the tests pass, and leave the tests as they are. A wrong test is corrected in a new RED, where it fails again.',
  phases: ['green'],
  level: 'error',
  needsEvidence: true,
  check(context) {
    const { drivers, evidence, state, policy } = context
    if (!drivers || drivers.missing.length === 0) return null
    const missing = new Set(drivers.missing)
    const failing = evidence?.failing.find(({ id }) => missing.has(id))
    const unloaded = failing ? undefined : evidence?.loadFailures.find(({ file }) => missing.has(file ?? ''))
    const first = failing ? firstLine(failing.message) : unloaded && formatCause(unloaded)
    const which = failing && missing.size > 1 ? `${failing.id}: ` : ''
    const error = evidence?.runErrors.find((one) => !state.knownRunErrors.has(one))
    const isLeftOut =
      first === undefined && !error && evidence?.watched.length === 0 && evidence.loadFailures.length === 0
    const ran = isLeftOut ? ' (did not run)' : ''
    const reason = first === undefined ? ran : ` (${which}${first})`
    const cause = error ? `; the run failed outside its tests (${firstLine(error)})` : ''
    return {
      message: withHistory(`Still not passing: ${list(drivers.missing)}${reason}${cause}`, drivers.missing, context),
      ...(isLeftOut ? { suggestion: LEFT_OUT } : policy.sequence === 'pull-request' ? { suggestion: WHOLE } : {}),
      tests: drivers.missing,
    }
  },
}

const WHOLE = 'Change the code until the tests pass, or correct a wrong test.'
const LEFT_OUT =
  'If `test.command` leaves out this test when it runs without {files}, correct it in .github/tdd-gate.yml on the base branch. Otherwise change the code until the test passes.'
