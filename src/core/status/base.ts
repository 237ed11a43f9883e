/** Whether what is proved for a base may be called green: a check belongs to the commit, and a pull request may be led to another base. */
import { GATE_CHECK } from './checks.ts'
import type { Base } from './protection.ts'
import type { StatusReason } from './waiting.ts'

/**
 * Of the default branch nothing is asked: a team adopts the gate before it requires it, and only administrators choose another.
 *
 * @param passed how it would be green: `Everything is proved`
 * @returns null where it may be called green
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
        title: `${passed}, but nobody knows whether ${branch} requires ${GATE_CHECK}`,
        message: `${passed}, but GitHub does not tell what protects the base \`${branch}\`: ${base.reason}. ${WHY}`,
        suggestion: 'Let the App read metadata and contents of the repository, then comment `/tdd recheck`.',
      }
    default:
      return base satisfies never
  }
}

const WHY =
  'It is not called green, because the check is of the commit, and would be green for every other base of it too.'
