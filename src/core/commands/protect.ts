import { type Enforcement, formatGap, isRequired } from '../status/protection.ts'
import type { Command } from './command.ts'
import { done, listItems, type ReplyText, refused } from './result.ts'

export const protect: Command = {
  name: 'protect',
  usage: '/tdd protect',
  about:
    'Makes the base branch require the check from this App alone, and protects it from deletion. Without permission it shows the command that does so.',
  role: 'admin',
  isForAuthors: true,
  takes: 'nothing',
  needsProtection: true,
  place: 'both',
  run({ enforcement }) {
    if (enforcement === null) return refused('GitHub did not return the protection of the branch: comment once more.')
    const { branch, check } = enforcement
    const left = describeGaps({ gaps: enforcement.gaps.filter(({ about }) => about !== 'deletion') })
    if (isRequired(enforcement)) {
      const already = `\`${branch}\` requires \`${check.name}\` from this App alone already`
      if (!isDeletable(enforcement)) return done([], `${already}.`, ...left)
      const stays = `${already}, and now it is protected from deletion and re-creation.`
      return done([{ kind: 'protect', branch, check, lacks: 'deletion' }], stays, ...left)
    }
    return done(
      [{ kind: 'protect', branch, check, lacks: 'check' }],
      `\`${branch}\` now requires \`${check.name}\` from this App alone: GitHub merges nothing into it without this check.`,
      ...left,
    )
  },
}

function isDeletable({ gaps }: Pick<Enforcement, 'gaps'>): boolean {
  return gaps.some(({ about }) => about === 'deletion')
}

/** Lists further gaps of a branch that requires the check. */
export function describeGaps({ gaps }: Pick<Enforcement, 'gaps'>): readonly ReplyText[] {
  const left = gaps.filter(({ about }) => about !== 'check').map(formatGap)
  return left.length === 0 ? [] : ['Remaining gaps:', listItems(left)]
}
