import { refusedDrivers, reportHollow } from '../compare/hollow.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, sayEmpty } from './text.ts'

export const driversNeedProduction: Rule = {
  code: 'drivers-need-production',
  about: 'Each driver fails on its own when the gate empties the functions that GREEN wrote.',
  why: 'A test without an assertion fails at RED only because its file does not load. It passes as soon as the file loads. The gate runs the drivers again with bodies that return nothing. It runs those that still pass with bodies that return something else, and without the names. A driver that passes each time tests nothing. A driver may demand only that nothing throws, if another driver of its cycle demands more.',
  choices:
    'Let the tests of RED assert what the code returns or changes, or remove code that does nothing. A maintainer can excuse the commit: `/tdd override drivers-need-production <reason>`.',
  phases: ['green'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { emptied }) => {
    const { cycle, drivers } = context
    if (!cycle || !drivers || !emptied || drivers.missing.length > 0) return null
    const refused = refusedDrivers(reportHollow(cycle, drivers, emptied))
    if (refused.length === 0) return null
    return {
      message: `Pass although ${sayEmpty(emptied)}: ${list(refused)}`,
      tests: refused,
    }
  }),
}
