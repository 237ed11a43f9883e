import { type Enforcement, gapWords, isRequired } from '../status/protection.ts'
import type { Command } from './command.ts'
import { done, list, refused, type Words } from './result.ts'

export const protect: Command = {
  name: 'protect',
  usage: '/tdd protect',
  about:
    'Lets the branch that is merged into require the check, from this App alone, and keeps it from being deleted; or tells the command that does it.',
  role: 'admin',
  isForAuthors: true,
  takes: 'nothing',
  asksForProtection: true,
  place: 'both',
  run({ enforcement }) {
    if (enforcement === null) return refused('GitHub did not tell what protects the branch: comment it once more.')
    const { branch, check } = enforcement
    const left = whatIsLeft({ gaps: enforcement.gaps.filter(({ about }) => about !== 'deletion') })
    if (isRequired(enforcement)) {
      const already = `\`${branch}\` requires \`${check.name}\` from this App alone already`
      if (!isDeletable(enforcement)) return done([], `${already}.`, ...left)
      const stays = `${already}, and nobody deletes it or makes it anew now.`
      return done([{ kind: 'protect', branch, check, lacks: 'deletion' }], stays, ...left)
    }
    return done(
      [{ kind: 'protect', branch, check, lacks: 'check' }],
      `\`${branch}\` requires \`${check.name}\` now, from this App alone: nothing is merged into it without.`,
      ...left,
    )
  },
}

function isDeletable({ gaps }: Pick<Enforcement, 'gaps'>): boolean {
  return gaps.some(({ about }) => about === 'deletion')
}

/** What else is open where the check is required. */
export function whatIsLeft({ gaps }: Pick<Enforcement, 'gaps'>): readonly Words[] {
  const left = gaps.filter(({ about }) => about !== 'check').map(gapWords)
  return left.length === 0 ? [] : ['What is left:', list(left)]
}
