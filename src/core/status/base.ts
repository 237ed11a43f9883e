/**
 * Decides whether a proof for a base may be green: a check belongs to the commit, and a pull request's base can change.
 */
import { GATE_CHECK } from './checks.ts'
import type { Base } from './protection.ts'
import type { StatusReason } from './waiting.ts'

/**
 * Demands nothing of the default branch: a team adopts the gate before it requires it, and only administrators choose
 * another.
 * @param passed the reason for green: `All checks passed`
 * @returns null when it may be green
 */
export function baseReason(base: Base, passed: string): StatusReason | null {
  const { branch } = base
  switch (base.kind) {
    case 'default':
    case 'required':
      return null
    case 'open':
      return {
        code: 'base-not-protected',
        isFailure: false,
        title: `${passed}, but ${branch} does not require ${GATE_CHECK}`,
        message: `${passed}, but the base \`${branch}\` does not require the check \`${GATE_CHECK}\` of this App. ${WHY}`,
        suggestion: `Protect the base: an administrator comments \`/tdd protect\`. Or set the base to a branch that requires \`${GATE_CHECK}\`.`,
      }
    case 'unknown':
      return {
        code: 'base-unknown',
        isFailure: false,
        title: `${passed}, but the App cannot see whether ${branch} requires ${GATE_CHECK}`,
        message: `${passed}, but the App cannot read the branch protection of the base \`${branch}\`: ${base.reason}. ${WHY}`,
        suggestion: 'Let the App read metadata and contents of the repository, then comment `/tdd recheck`.',
      }
    default:
      return base satisfies never
  }
}

const WHY = 'The check is not green, because it belongs to the commit and would be green for every other base too.'
