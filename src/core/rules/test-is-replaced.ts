import type { TestReplacement } from '../model/evidence.ts'
import { type Rule, withEvidence } from './rule.ts'
import { list } from './text.ts'

export const testIsReplaced: Rule = {
  code: 'test-is-replaced',
  about:
    'The gate shows a removed test that another test, a new driver or another table row replaces, or whose code was removed.',
  why: 'Tests change with the work. Two tests become one, a table row gets other values, a new demand replaces an old one, or a feature disappears with its tests. No measurement shows that the old demand may go, so a reviewer should read it. The gate does not show a test that only got another name.',
  phases: ['red', 'refactor', 'neutral'],
  level: 'warn',
  needsEvidence: true,
  check: withEvidence(({ commit }, { answered = [] }) => {
    const shown = answered.filter(({ by }) => by !== 'rename')
    if (shown.length === 0) return null
    const gone = shown.filter(({ by }) => by === 'removal')
    const replaced = shown.filter(({ by }) => by !== 'removal')
    return {
      message: [
        ...say('Removed tests with replacements', replaced.map(formatReplacement)),
        ...say(
          'Tests removed with the code that they tested',
          gone.map(({ id }) => id),
        ),
      ].join('; '),
      suggestion: `Read what they demanded: \`git show ${commit.sha.slice(0, 12)}\`.`,
      tests: shown.map(({ id }) => id),
    }
  }),
}

const say = (what: string, tests: readonly string[]) => (tests.length === 0 ? [] : [`${what}: ${list(tests)}`])

function formatReplacement({ id, by, to }: TestReplacement): string {
  if (by === 'merge') return `${id} (its statements stand in ${to})`
  return by === 'row' ? `${id} (another row: ${to})` : `${id} (${to} fails in its place)`
}
