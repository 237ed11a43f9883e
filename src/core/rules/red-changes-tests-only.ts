import { getPaths } from '../compare/change-set.ts'
import type { Commit, FileClass } from '../model/commit.ts'
import type { Rule, RuleContext } from './rule.ts'
import { getReset, list, splitCommand } from './text.ts'

export const redChangesTestsOnly: Rule = {
  code: 'red-changes-tests-only',
  about: 'A RED commit changes tests and documents, nothing else.',
  why: 'With production code in the RED commit, the failure and its later success would prove nothing. Commit the tests alone, then the code. A RED also answers for rejected commits before it: revert their changes first.',
  choices: 'Commit the tests without the code, and the code after them.',
  phases: ['red'],
  level: 'error',
  needsEvidence: false,
  check({ changes, policy, commit, statement, subtask }) {
    const harness = policy.sequence === 'commits' ? getPaths(changes, 'harness') : []
    const production = getPaths(changes, 'production').filter((path) => !changes.get(path)?.isStub)
    const paths = [...production, ...harness].toSorted()
    if (paths.length === 0) return null
    const command = getSplit({ commit, subtask }, statement.isCharacterization)
    return {
      message: `RED changes ${list(paths)}, which ${paths.length === 1 ? 'is no test' : 'are no tests'}`,
      suggestion: {
        text: `Split the commit into harness, tests and code, in this order: \`${command ?? `${getReset(commit)} && ${isBeside(commit) ? 'git add --patch' : 'git add <test files>'} && git commit -m "test: ..." --trailer "Phase: red"`}\`.`,
        needsHead: true,
        ...(command === null ? {} : { commands: [command] }),
      },
      paths,
    }
  },
}

/** Returns whether one file holds tests and code, so that no command can separate them. */
function isBeside({ changes }: Commit): boolean {
  return changes.some(
    ({ parts, class: own }) =>
      parts !== undefined && own === 'test' && changes.some((other) => other.class === 'production'),
  )
}

/** Returns null when the problem is not in this commit, or names do not fit into a command. */
function getSplit(whole: Pick<RuleContext, 'commit' | 'subtask'>, passesAtOnce: boolean): string | null {
  const { commit } = whole
  const own = (...classes: readonly FileClass[]) =>
    commit.changes.filter((change) => classes.includes(change.class)).map(({ path }) => path)
  const [harness, tests, production] = [own('harness'), own('test', 'docs'), own('production')]
  if (isBeside(commit) || own('test').length === 0 || harness.length + production.length === 0) return null
  return splitCommand(whole, [
    { paths: harness, subject: 'chore: ...', phase: 'neutral' },
    { paths: tests, subject: 'test: ...', phase: passesAtOnce && production.length === 0 ? 'characterize' : 'red' },
    { paths: production, subject: 'feat: ...', phase: 'green' },
  ])
}
