import type { Evidence, FailingTest, LoadFailure } from '../model/evidence.ts'
import { openDrivers } from '../model/state.ts'
import { nearby } from '../text/nearby.ts'
import { type Rule, type RuleContext, withEvidence } from './rule.ts'
import { firstLine, list } from './text.ts'

export const suiteIsGreen: Rule = {
  code: 'suite-is-green',
  about: 'No test fails but those that failed at the base already, and drivers of cycles that are still open.',
  why: "A cycle that breaks other behaviour is not done. Failures of the base are known and nobody's fault here; everything else must be green at every GREEN, REFACTOR, merge and chore, and where existing behaviour is characterized.",
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, evidence) => {
    if (context.phase === 'red' && !context.statement.isCharacterization) return null
    const { tests, files, errors } = strayFailures(context, evidence)
    if (tests.length + files.length + errors.length === 0) return null
    const seen = [
      ...files.map(({ file, message }) => `${file ?? 'a file'} does not load (${firstLine(message)})`),
      ...tests.map(({ id }) => id),
      ...errors.map(firstLine),
    ]
    return {
      message: `Not green: ${list(seen, 3, evidence.omitted?.failing)}`,
      suggestion:
        'Make the whole suite pass (run your test command without a filter), then `git commit -a --amend --no-edit`.',
      needsHead: true,
      tests: tests.map(({ id }) => id),
      paths: files.flatMap(({ file }) => file ?? []),
    }
  }),
}

interface Stray {
  readonly tests: readonly FailingTest[]
  readonly files: readonly LoadFailure[]
  readonly errors: readonly string[]
}

/** What fails and is neither known from the base nor waited for by an open cycle. */
function strayFailures(
  { state, phase, commit }: RuleContext,
  { failing, loadFailures, runErrors, comparison }: Evidence,
): Stray {
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
  // An error of the run may be the echo of what is waited for, or of what a merge brings along.
  const isEcho =
    failing.some(isOpen) ||
    loadFailures.some(({ file }) => isOpenFile(file)) ||
    (phase === 'merge' && failing.length + loadFailures.length > tests.length + files.length)
  return { tests, files, errors: isEcho ? [] : runErrors.filter((error) => !state.knownRunErrors.has(error)) }
}
