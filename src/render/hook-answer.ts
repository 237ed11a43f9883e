/** Writes the verdict of a hook in the form that its caller reads. */
import type { HookVerdict } from '../core/task/hook-decision.ts'

/** Who calls: git by its hooks, or an agent before a tool and at its end. */
export const HOOK_EVENTS = [
  'commit-msg',
  'pre-push',
  'claude-tool',
  'claude-stop',
  'cursor-tool',
  'cursor-stop',
  'copilot-tool',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** Returns the answer on standard output; empty where the caller reads nothing. */
export function toHookAnswer(event: HookEvent, { decision, reason }: HookVerdict): string {
  if (event === 'commit-msg' || event === 'pre-push') return reason === '' ? '' : `tdd-gate: ${reason}\n`
  if (event === 'cursor-tool')
    return toLine(
      reason === '' ? { permission: 'allow' } : { permission: decision, user_message: reason, agent_message: reason },
    )
  if (decision === 'allow') return ''
  if (event === 'claude-stop') return toLine({ decision: 'block', reason })
  if (event === 'cursor-stop') return toLine({ followup_message: reason })
  const permission = { permissionDecision: decision, permissionDecisionReason: reason }
  return toLine(
    event === 'claude-tool' ? { hookSpecificOutput: { hookEventName: 'PreToolUse', ...permission } } : permission,
  )
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
