import { answersForBranch } from '../compare/at-head.ts'
import { touchedAt } from '../compare/frozen.ts'
import { formatCommand } from '../model/gate-command.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const provedTestsHold: Rule = {
  code: 'proved-tests-hold',
  about: 'At the head, every proved test still passes as it stood at its GREEN.',
  why: 'A later commit can weaken a proved test and then break what it proved. If a later commit edits a proved test, or test code that it uses, the gate runs the old form at the head. A driver is exempt if it failed again at a later RED, or if another test replaces it. A file is exempt if commits only added tests or imports to it.',
  choices:
    'Let the code do again what the proved tests demand. If the demand has changed, a RED comes first, where the test fails again.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needsEvidence: true,
  check: withEvidence((context, { held }) => {
    const { commit, state, verify } = context
    if (!answersForBranch(context)) return null
    const touched = [...touchedAt(state, commit).values()].filter((entry) => entry.drivers !== null)
    if (touched.length === 0) return null
    if (held === undefined) {
      return {
        message: 'The gate did not run the proved tests in their old form',
        suggestion: `Measure this commit: \`${formatCommand(verify)}\`.`,
      }
    }
    if (held.broken.length === 0) return null
    const broken = new Set(held.broken)
    const files = [...touched.flatMap((entry) => entry.drivers ?? [])].flatMap(({ id, file }) =>
      broken.has(id) && file !== null ? [file] : [],
    )
    const paths = [...new Set(files)].toSorted()
    return {
      message: `Proved tests fail as they stood at their GREEN: ${list(held.broken)}`,
      tests: held.broken,
      paths,
    }
  }),
}
