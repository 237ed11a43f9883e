import type { Rule } from './rule.ts'
import { shellWords } from './text.ts'

export const redBeforeGreen: Rule = {
  code: 'red-before-green',
  about: 'Every GREEN commit follows an accepted RED of its subtask.',
  why: 'Code without a test that asked for it was never proved. Production changes only as GREEN after RED, or as REFACTOR with all tests kept and green.',
  phases: ['green'],
  level: 'error',
  needs: 'git',
  check({ cycle, subtask, state, commit }) {
    if (cycle) return null
    const tests = commit.changes.filter((change) => change.class === 'test').map(({ path }) => path)
    const open = [...state.cycles.keys()]
    const isReopened = subtask !== null && state.reopened.has(subtask)
    return {
      message: isReopened
        ? `Subtask ${subtask} was reopened by a person: it needs a new RED first`
        : open.length > 0
          ? `Subtask ${subtask} has no accepted RED; open: ${open.join(', ')}`
          : 'Production changed with no accepted RED before it',
      suggestion:
        tests.length > 0
          ? `Split tests and code: \`git reset --soft HEAD~1 && git restore --staged . && git add ${shellWords(tests, '<test files>')} && git commit -m "test: ..." --trailer "Phase: red" && git add -A && git commit -m "feat: ..." --trailer "Phase: green"\`.`
          : 'Take it back and commit the failing test first: `git reset --soft HEAD~1 && git restore --staged .`, then the test as RED and this code as GREEN. Only what keeps all behaviour as it is may call itself a refactor.',
      paths: commit.changes.filter((change) => change.class === 'production').map(({ path }) => path),
      tests: [],
    }
  },
}
