import { answersForBranch } from '../compare/at-head.ts'
import { touchedAt } from '../compare/frozen.ts'
import { formatCommand } from '../model/gate-command.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list, shellWords } from './text.ts'

export const provedTestsHold: Rule = {
  code: 'proved-tests-hold',
  about: 'At the head, the drivers of every closed cycle pass in the form of their GREEN.',
  why: 'A later commit can weaken a proved test and then break what it proved. When a later commit edited its file, or test code that it uses, the old form runs at the head. A driver that failed again at a later RED, or that another test replaces, is exempt. So are files to which only tests or imports were added.',
  phases: ['red', 'green', 'refactor', 'merge', 'neutral'],
  level: 'error',
  needs: 'evidence',
  check: withEvidence((context, { held }) => {
    const { commit, state, verify } = context
    if (!answersForBranch(context)) return null
    const touched = [...touchedAt(state, commit).values()].filter((entry) => entry.drivers !== null)
    if (touched.length === 0) return null
    if (held === undefined) {
      return {
        message: 'The proved tests were not run in their old form',
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
      message: `Proved tests fail in the form of their GREEN: ${list(held.broken)}`,
      suggestion: `See what they demanded: \`git log -p -- ${shellWords(paths, '<test files>')}\`. Make the code pass them again. If the demand has changed, the test must fail in a RED first, with the trailer \`Phase: red\`.`,
      tests: held.broken,
      paths,
    }
  }),
}
