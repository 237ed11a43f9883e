import type { Evidence, FailingTest, LoadFailure } from '../model/evidence.ts'
import { openDrivers } from '../model/state.ts'
import { nearby } from '../text/nearby.ts'
import { withHistory } from './flaky-history.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { firstLine, formatCause, list } from './text.ts'

export const suiteIsGreen: Rule = {
  code: 'suite-is-green',
  about: 'No test fails except those that failed at the base, and drivers of open cycles.',
  why: "A cycle that breaks other behaviour is not done. Failures of the base are known and not the author's fault. Everything else must be green at every GREEN, REFACTOR, merge and chore, and when a commit characterizes existing behaviour.",
  choices: 'Make the whole suite pass: run your test command without a filter.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    if (context.phase === 'red' && !context.statement.isCharacterization) return null
    const { tests, files, errors } = unattachedFailures(context, evidence)
    if (tests.length + files.length + errors.length === 0) return null
    const seen = [
      ...files.map((error) => `${error.file ?? 'a file'} does not load (${formatCause(error)})`),
      ...tests.map(({ id }) => id),
      ...errors.map(firstLine),
    ]
    const ids = tests.map(({ id }) => id)
    return {
      message: withHistory(`Not green: ${list(seen, 3, evidence.omitted?.failing)}`, ids, context),
      tests: ids,
      paths: files.flatMap(({ file }) => file ?? []),
    }
  }),
}

interface UnattachedFailure {
  readonly tests: readonly FailingTest[]
  readonly files: readonly LoadFailure[]
  readonly errors: readonly string[]
}

/** Returns failures that are neither known from the base nor drivers of an open cycle. */
function unattachedFailures(
  { state, phase, commit }: RuleContext,
  { failing, loadFailures, runErrors, comparison }: Evidence,
): UnattachedFailure {
  const open = openDrivers(state)
  const isOpenFile = (file: string | null) => file !== null && open.files.has(file)
  const isOpen = ({ id, file }: FailingTest) => open.tests.has(id) || isOpenFile(file)
  const broken = new Set(comparison.broken)
  const brought = phase === 'merge' ? nearby(commit.changes.map(({ path }) => path)) : new Set<string>()
  const tests = failing.filter(
    (test) => !state.knownFailing.has(test.id) && !isOpen(test) && (phase !== 'merge' || broken.has(test.id)),
  )
  const files = loadFailures.filter(
    ({ file }) => !state.knownLoadFailures.has(file ?? '') && !isOpenFile(file) && !brought.has(file ?? ''),
  )
  // A run error may be the consequence of an expected failure, or of a failure that a merge brings.
  const isRepeated =
    failing.some(isOpen) ||
    loadFailures.some(({ file }) => isOpenFile(file)) ||
    (phase === 'merge' && failing.length + loadFailures.length > tests.length + files.length)
  return { tests, files, errors: isRepeated ? [] : runErrors.filter((error) => !state.knownRunErrors.has(error)) }
}
