import { unboundParts } from '../compare/binding.ts'
import { getPaths } from '../compare/change-set.ts'
import { newLoadFailures, runsNothing, unloadedChanges } from '../compare/drivers.ts'
import { type Evidence, isUnmeasured, type LoadFailure } from '../model/evidence.ts'
import type { Broken, Rule, RuleContext } from './rule.ts'
import { firstLine, formatCause, list } from './text.ts'

export const redHasDriver: Rule = {
  code: 'red-has-driver',
  about: 'A RED commit makes at least one test fail that did not fail before.',
  why: 'A test that never failed proves nothing: it may pass whatever the code does. A test fails when it reports a failure, or when its file does not load. Tests that already failed at the base do not count.',
  choices:
    'Write a test that fails without the code to come. Where it describes what exists, state the phase `characterize`, as by `tdd-gate commit --phase characterize`.',
  phases: ['red'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { evidence, statement, changes, scope } = context
    if (scope === 'none') {
      const removed = getPaths(changes, 'test')
      const message = removed.length > 0 ? `RED only removes tests: ${list(removed)}` : 'RED changes no test file'
      return noDriver(context, message)
    }
    if (statement.isCharacterization && !(evidence && runsNothing(context, evidence))) return null
    if (!evidence || isUnmeasured(evidence) || unboundParts(evidence, context).length > 0) return null
    if (evidence.comparison.newlyFailing.length > 0) return null
    if (newLoadFailures(context, evidence).length > 0) return null
    const unloaded = unloadedChanges(context, evidence)
    const broken = noDriver(context, `No test fails that did not fail before${whatWasSeen(evidence, unloaded)}`)
    return unloaded.length === 0 ? broken : { ...broken, suggestion: LOAD_FIRST }
  },
}

const LOAD_FIRST = 'Make the file load first: install what it needs, or repair it in a commit of its own.'

function noDriver({ evidence }: RuleContext, message: string): Broken {
  return { message, tests: evidence?.newPassing ?? [], paths: evidence?.emptyFiles ?? [] }
}

function whatWasSeen(
  { newPassing, newSkipped, emptyFiles, runErrors }: Evidence,
  unloaded: readonly LoadFailure[],
): string {
  const seen = [
    unloaded.length > 0 &&
      list(unloaded.map((failure) => `${failure.file} did not load before either (${formatCause(failure)})`)),
    newPassing.length > 0 && `${list(newPassing)} passed at once`,
    newSkipped.length > 0 && `${list(newSkipped)} skipped`,
    emptyFiles.length > 0 && `${list(emptyFiles)} contains no test`,
    runErrors.length > 0 && `the run failed outside its tests (${firstLine(runErrors[0] ?? '')})`,
  ].filter((part) => part !== false)
  return seen.length > 0 ? `: ${seen.join('; ')}` : ''
}
