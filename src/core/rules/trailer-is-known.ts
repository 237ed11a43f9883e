import { STATED_PHASES } from '../evaluate/phase.ts'
import type { Rule } from './rule.ts'

export const trailerIsKnown: Rule = {
  code: 'trailer-is-known',
  about: 'A `Phase:` trailer names a phase.',
  why: 'A misspelt phase would be guessed instead of judged.',
  phases: ['red', 'green', 'refactor', 'neutral', 'start'],
  level: 'error',
  needs: 'git',
  check({ statement, phase }) {
    if (statement.unknown === null) return null
    const command = `git commit --amend --no-edit --trailer "Phase: ${phase}"`
    return {
      message: `"Phase: ${statement.unknown.slice(0, 40)}" is no phase`,
      suggestion: {
        text: `Use one of ${STATED_PHASES.join(', ')}: \`${command}\`.`,
        commands: [command],
        needsHead: true,
      },
    }
  },
}
