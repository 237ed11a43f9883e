import { newLoadFailures } from '../compare/drivers.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const plannedTestsAreExact: Rule = {
  code: 'planned-tests-are-exact',
  about: 'RED adds no more tests than the plan counts for its cycle.',
  why: 'A plan that counts its tests says when a cycle is done. One test more belongs to another cycle, or into the plan. The gate only shows it, unless the policy makes it an error. After a load error the tests of a RED are unknown, and this rule judges none.',
  phases: ['red'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const cycle = context.plan?.subtasks.find(({ id }) => id === context.subtask)?.cycle
    const drivers = evidence.comparison.newlyFailing
    if (!cycle || context.statement.isCharacterization || newLoadFailures(context, evidence).length > 0) return null
    if (cycle.tests === null || drivers.length <= cycle.tests) return null
    const isNamed = (id: string) => cycle.names.some((name) => id.toLowerCase().includes(name.toLowerCase()))
    const unplanned = drivers.filter((id) => !isNamed(id))
    const extra = unplanned.length === 0 ? drivers : unplanned
    return {
      message: `The plan counts ${cycle.tests} failing tests; there are ${drivers.length}. Not in it: ${list(extra)}`,
      suggestion: 'Move the test into another cycle, or count and name it in the plan on the base branch.',
      tests: extra,
    }
  }),
}
