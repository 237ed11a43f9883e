import { getPaths } from '../compare/change-set.ts'
import type { Rule } from './rule.ts'
import { list, shellWords } from './text.ts'

export const greenKeepsTests: Rule = {
  code: 'green-keeps-tests',
  about: 'Test files at GREEN say exactly what those frozen at RED say: only comments and layout may differ.',
  why: 'A weakened, renamed, skipped or deleted test passes easily. Whatever has to change in a test belongs into a new RED commit, where it must fail again. A REFACTOR leaves tests alone too while a cycle waits for its GREEN. Texts are compared token for token.',
  phases: ['green', 'refactor'],
  level: 'error',
  needs: 'git',
  check({ sinceRed, changes, commit, phase, state }) {
    const frozen = [...state.cycles.values()].at(-1)
    if (phase === 'refactor' && !frozen) return null
    const set = phase === 'green' ? sinceRed : changes
    const paths = getPaths(set, 'test').filter((path) => set.get(path)?.edit !== 'layout')
    if (paths.length === 0) return null
    const from = (frozen?.red ?? commit.parents[0] ?? 'HEAD~1').slice(0, 12)
    const added = paths.filter((path) => set.get(path)?.before === null)
    const edited = paths.filter((path) => set.get(path)?.before !== null)
    const steps = [
      edited.length > 0 && `git checkout ${from} -- ${shellWords(edited, '<test files>')}`,
      added.length > 0 && `git rm --cached -- ${shellWords(added, '<new test files>')}`,
      'git commit --amend --no-edit',
    ].filter((step) => step !== false)
    const command = steps.join(' && ')
    return {
      ...(command.includes('<') || phase !== 'green' ? {} : { commands: [command] }),
      message: `Tests changed after RED: ${list(paths)}`,
      suggestion: `Put them back: \`${command}\`; if the tests must change, commit that first with \`--trailer "Phase: red"\`.`,
      needsHead: true,
      paths,
    }
  },
}
