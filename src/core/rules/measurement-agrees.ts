import type { Rule } from './rule.ts'
import { list } from './text.ts'

export const measurementAgrees: Rule = {
  code: 'measurement-agrees',
  about: 'Exit code, report and collected tests of every run agree.',
  why: 'A missing, empty, stale or unreadable report, a crash, a timeout, a broken reporter or an exit code that contradicts the report: whatever it was, it was not a measurement. It never passes and is never RED.',
  phases: ['red', 'green', 'refactor', 'neutral', 'merge'],
  level: 'error',
  needs: 'git',
  check({ evidence }) {
    const problems = evidence?.problems ?? []
    if (problems.length === 0) return null
    return {
      message: list(problems.map(({ message }) => message)),
      suggestion:
        'Run the test command at this commit and make it end by itself, write its report and exit with the truth; then run `tdd-gate verify` again.',
    }
  },
}
