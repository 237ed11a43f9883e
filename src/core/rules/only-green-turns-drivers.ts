import { reportDrivers } from '../compare/drivers.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const onlyGreenTurnsDrivers: Rule = {
  code: 'only-green-turns-drivers',
  about: 'Only GREEN commits make drivers of open cycles pass.',
  why: "When something else makes them pass, the behaviour is missing, or its commit has the wrong phase. Examples are a configuration, a dependency, a test helper, another subtask's RED or a so-called refactoring.",
  choices: 'Put the code that makes failing tests pass into their GREEN.',
  phases: ['red', 'refactor', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, evidence) => {
    const { state, cycle, phase } = context
    // A new RED of the same subtask replaces its drivers.
    const others = [...state.cycles.values()].filter((open) => phase !== 'red' || open !== cycle)
    const turned = others.flatMap((open) => reportDrivers(open, evidence).passing)
    if (turned.length === 0) return null
    return {
      message: `Turned green without GREEN: ${list(turned)}`,
      tests: turned,
    }
  }),
}
