import { getPaths } from '../compare/change-set.ts'
import type { Commit } from '../model/commit.ts'
import { getOwn, waitForEarlier } from './correct.ts'
import type { Rule } from './rule.ts'
import { getReset, list, shellWords, splitCommand } from './text.ts'

export const greenKeepsHarness: Rule = {
  code: 'green-keeps-harness',
  about: 'GREEN does not change the test harness.',
  why: 'Runner configuration, set-up files, package scripts and lock files can change the result of any test. Change them in a separate commit without a phase. There the whole suite must give the same outcomes as before. A dependency or setting that is inseparable from its code goes with it in a REFACTOR.',
  choices: 'Put what tests stand on into a commit of its own, before the code.',
  phases: ['green'],
  level: 'error',
  needsEvidence: false,
  check(context) {
    const { sinceRed, commit, subtask } = context
    const changed = getPaths(sinceRed, 'harness')
    if (changed.length === 0) return null
    const paths = getOwn(changed, commit)
    if (paths.length === 0) {
      const message = `An earlier commit changed the harness together with code: ${list(changed)}`
      return { message, paths: changed, suggestion: waitForEarlier(context) }
    }
    const command = splitCommand({ commit, subtask }, getParts(commit, paths))
    return {
      message: `The harness changed together with code: ${list(paths)}`,
      suggestion: {
        text: `Put it into a separate commit before the code: \`${command ?? `${getReset(commit)} && git add ${shellWords(paths, '<harness files>')} && git commit -m "chore: ..." --trailer "Phase: neutral"`}\`.`,
        needsHead: true,
        ...(command === null ? {} : { commands: [command] }),
      },
      paths,
    }
  },
}

function getParts({ changes }: Commit, paths: readonly string[]): Parameters<typeof splitCommand>[1] {
  return [
    { paths, subject: 'chore: ...', phase: 'neutral' },
    {
      paths: changes.map(({ path }) => path).filter((path) => !paths.includes(path)),
      subject: 'feat: ...',
      phase: 'green',
    },
  ]
}
