import { type HollowReport, refusedDrivers, reportHollow } from '../compare/hollow.ts'
import type { EmptiedProduction } from '../model/counterfactuals.ts'
import type { Rule } from './rule.ts'
import { withEvidence } from './rule.ts'
import { list, nameBodies, sayEmpty } from './text.ts'

const ASSERT = 'Assert a value that only this code gives: a missing name at RED proves little.'
const BREAK = 'Break the code there by hand, and see the drivers fail.'

export const weakDriverIsShown: Rule = {
  code: 'weak-driver-is-shown',
  about: 'The gate shows a driver that may not need the production code.',
  why: 'Emptied functions do not show everything, so the gate also runs the drivers with other values and other errors. A driver that accepts other values does not check the value, or takes its expectation from the same commit. A loop or callback whose assertions can fail unnoticed demands nothing. A person should check such a test. A failure at RED for a missing name proves little, also where the test asserts that name. So a driver whose own assertion failed at RED is shown too, unless it fails with the functions as they were before.',
  phases: ['green'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ cycle, drivers }, { emptied }) => {
    if (!cycle || !drivers || !emptied || drivers.missing.length > 0) return null
    const report = reportHollow(cycle, drivers, emptied)
    if (emptied.functions === 0 && emptied.weak.length === 0) return ofData(report, emptied)
    const refused = new Set(refusedDrivers(report))
    const { hollow, indifferent, weak, namesOnly } = report
    const quiet = [...hollow, ...indifferent, ...weak, ...namesOnly.weak].filter((id) => !refused.has(id)).toSorted()
    const untried = [...report.untried, ...namesOnly.untried].toSorted()
    const without = quiet.length > 0 ? 'these functions' : nameBodies(emptied) || 'these functions'
    const parts = [
      quiet.length > 0 && `pass although ${sayEmpty(emptied)}: ${list(quiet)}`,
      report.unpinned.length > 0 &&
        `pass although the functions of this commit return other values: ${list(report.unpinned)}`,
      report.anyError.length > 0 && `accept any error: ${list(report.anyError)}`,
      report.readsCode.length > 0 && `read the code instead of running it: ${list(report.readsCode)}`,
      report.idle.length > 0 && `have assertions that no failure reaches: ${list(report.idle)}`,
      untried.length > 0 && `could not run without ${without}: ${list(untried)}`,
    ].filter((part) => part !== false)
    if (parts.length === 0) return null
    const acts = [
      quiet.length + report.unpinned.length > 0 && ASSERT,
      report.anyError.length > 0 && 'Name the error that they expect.',
      report.readsCode.length > 0 && 'Call the code instead of reading it.',
      report.idle.length > 0 && 'Let each failure of an assertion reach the test.',
      untried.length > 0 && BREAK,
    ].filter((act) => act !== false)
    return {
      message: `Drivers ${parts.join('; ')}`,
      suggestion: acts.join(' '),
      tests: [...new Set([...quiet, ...report.unpinned, ...report.anyError, ...report.readsCode, ...untried])],
    }
  }),
}

/** Without a function to empty, the drivers ran with other data, where the commit holds any. */
function ofData({ unpinned, untried, unasserted, namesOnly }: HollowReport, emptied: EmptiedProduction) {
  if (unpinned.length > 0)
    return {
      message: `Drivers pass although the data of this commit has other values: ${list(unpinned)}`,
      suggestion: ASSERT,
      tests: unpinned,
    }
  const isTried = emptied.noticed > 0 && untried.length === 0
  const isSettled = namesOnly.untried.length === 0 && (unasserted.length === 0 || isTried)
  return isSettled || emptied.notEmptied.length === 0 ? null : unknown(emptied)
}

function unknown({ notEmptied }: EmptiedProduction) {
  return {
    message: `It is unknown whether the drivers need the code: no function to empty in ${list(notEmptied)}`,
    suggestion: BREAK,
    paths: notEmptied,
  }
}
