import { unboundParts } from '../compare/binding.ts'
import { getPaths } from '../compare/change-set.ts'
import { newLoadFailures } from '../compare/drivers.ts'
import { type Evidence, isUnmeasured } from '../model/evidence.ts'
import { restate, thenAmend } from './correct.ts'
import type { Broken, Rule, RuleAdvice, RuleContext } from './rule.ts'
import { firstLine, list, moveIntoRed } from './text.ts'

export const redHasDriver: Rule = {
  code: 'red-has-driver',
  about: 'A RED commit makes at least one test fail that did not fail before.',
  why: 'A test that never failed proves nothing: it may pass whatever the code does. A test fails when it reports a failure, or when its file does not load. Tests that already failed at the base do not count.',
  choices:
    'Write a test that fails without the code to come. Where it describes what exists, state the phase `characterize`.',
  phases: ['red'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { evidence, statement, changes, scope } = context
    if (statement.isCharacterization) return null
    if (scope === 'none') {
      const removed = getPaths(changes, 'test')
      const message = removed.length > 0 ? `RED only removes tests: ${list(removed)}` : 'RED changes no test file'
      return noDriver(context, message)
    }
    if (!evidence || isUnmeasured(evidence) || unboundParts(evidence, context).length > 0) return null
    if (evidence.comparison.newlyFailing.length > 0) return null
    if (newLoadFailures(context, evidence).length > 0) return null
    return noDriver(context, `No test fails that did not fail before${whatWasSeen(evidence)}`)
  },
}

/** Returns the trailer that fits the measurement, if any. */
function restated(context: RuleContext): string | null {
  const { evidence, commit, scope } = context
  const isSilent =
    evidence !== null && evidence.newSkipped.length + evidence.emptyFiles.length + evidence.runErrors.length === 0
  // Before the commit its author chooses: what is printed as a command would be run.
  if (isSilent && evidence.newPassing.length > 0 && !commit.isPending) return restate(context, 'Phase', 'characterize')
  const isPlain = commit.changes.every((change) => change.class === 'docs' || change.class === 'harness')
  return scope === 'none' && isPlain && commit.changes.length > 0 ? restate(context, 'Phase', 'neutral') : null
}

/** After an attempt, a corrected test may pass at once. Moved into its RED, it fails there. */
function correctRed({ cycle, commit }: RuleContext): RuleAdvice | null {
  if (cycle === null || cycle.attempts === 0 || commit.isPending) return null
  const paths = commit.changes.map(({ path }) => path)
  const step = moveIntoRed(cycle.red, paths, [])
  if (step === null) return null
  const { commands, lastCommands } = step
  return {
    ...step,
    text: `To correct a RED test, move it into RED: \`${commands[0]}\`. Then, at the head of the branch: \`${lastCommands[0]}\`. A test for other behaviour has to fail first.`,
  }
}

function noDriver(context: RuleContext, message: string): Broken {
  const { evidence } = context
  const rest = {
    message,
    tests: evidence?.newPassing ?? [],
    paths: evidence?.emptyFiles ?? [],
  }
  const correction = context.scope === 'none' ? null : correctRed(context)
  if (correction) return { ...rest, suggestion: { ...correction, needsHead: true } }
  const command = restated(context)
  return {
    ...rest,
    suggestion: {
      text: `${thenAmend(context.commit, 'Write a test that fails because the behaviour is missing, run it, see it fail', 'git add <test file> && git commit')} If the behaviour already exists and the test describes it, state that: \`${restate(context, 'Phase', 'characterize')}\`.`,
      ...(command === null ? {} : { commands: [command] }),
      needsHead: true,
    },
  }
}

function whatWasSeen({ newPassing, newSkipped, emptyFiles, runErrors }: Evidence): string {
  const seen = [
    newPassing.length > 0 && `${list(newPassing)} passed at once`,
    newSkipped.length > 0 && `${list(newSkipped)} skipped`,
    emptyFiles.length > 0 && `${list(emptyFiles)} contains no test`,
    runErrors.length > 0 && `the run failed outside its tests (${firstLine(runErrors[0] ?? '')})`,
  ].filter((part) => part !== false)
  return seen.length > 0 ? `: ${seen.join('; ')}` : ''
}
