import { idSet } from '../model/id-set.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const redIdsAreStable: Rule = {
  code: 'red-ids-are-stable',
  about: 'Every test that drives a cycle has a name that does not change from run to run.',
  why: 'A name with an address, time or temporary path is another test in the next run. Of two tests with one name, one can fail and the other pass: their order tells them apart only where the report names their file. The gate can follow no other from RED to GREEN.',
  choices: 'Give each test a name of its own, which stays the same in each run.',
  phases: ['red'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((_context, { doubtful: unstable, comparison }) => {
    const fresh = idSet(comparison.newlyFailing)
    const drivers = unstable.filter((id) => fresh.has(id))
    if (drivers.length === 0) return null
    return {
      message: `These names are used twice or change from run to run: ${list(drivers)}`,
      tests: drivers,
    }
  }),
}
