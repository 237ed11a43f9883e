import { newLoadFailures } from '../compare/drivers.ts'
import type { Evidence } from '../model/evidence.ts'
import { type Broken, type Rule, type RuleContext, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redMatchesPlan: Rule = {
  code: 'red-matches-plan',
  about: 'RED adds the tests that the plan names, and as many as it demands.',
  why: 'The plan may promise tests. Without this rule one empty failing test would be enough. After a load error the tests are unknown before GREEN, so the gate counts them there.',
  choices: 'Write the tests that the plan names for this subtask.',
  phases: ['red', 'green'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const drivers = knownDrivers(context, evidence)
    if (!drivers || context.statement.isCharacterization) return null
    return tooMany(context, drivers) ?? notAsPlanned(context, drivers)
  }),
}

/** Returns the drivers' ids as soon as they are known: at RED, or at the GREEN after a RED that did not load. */
function knownDrivers(context: RuleContext, evidence: Evidence): readonly string[] | null {
  if (context.phase === 'red') {
    return newLoadFailures(context, evidence).length > 0 ? null : evidence.comparison.newlyFailing
  }
  const { cycle, drivers } = context
  return cycle && drivers && cycle.files.length > 0 && drivers.missing.length === 0 ? drivers.passing : null
}

function tooMany({ policy, phase }: RuleContext, drivers: readonly string[]): Broken | null {
  const most = policy.red.maxNewTests
  // A file that did not load may contain older tests too: these are not new.
  if (most === null || drivers.length <= most || phase === 'green') return null
  return {
    message: `RED adds ${drivers.length} failing tests; the policy allows ${most} at a time`,
    suggestion: 'Keep the first test of the list, and move the others to later cycles.',
    tests: drivers,
  }
}

function notAsPlanned({ plan, subtask }: RuleContext, drivers: readonly string[]): Broken | null {
  const cycle = plan?.subtasks.find(({ id }) => id === subtask)?.cycle
  if (!cycle) return null
  const seen = drivers.map((id) => id.toLowerCase())
  const absent = cycle.names.filter((name) => !seen.some((id) => id.includes(name.toLowerCase())))
  const isShort = cycle.tests !== null && drivers.length < cycle.tests
  if (absent.length === 0 && !isShort) return null
  return {
    message: isShort
      ? `The plan demands ${cycle.tests} failing tests; there are ${drivers.length}`
      : `Planned tests are not among the drivers: ${list(absent)}`,
    suggestion: 'Add the planned tests to the RED, under the names of the plan, and see them fail.',
    tests: drivers,
  }
}
