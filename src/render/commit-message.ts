/** Writes the message of a commit: a subject by the template of the configuration, and trailers. */
import type { Plan } from '../core/model/plan.ts'
import { fillSubject } from '../core/text/commit-subject.ts'

const MESSAGES: Readonly<Record<string, readonly [type: string, words: string]>> = {
  red: ['test', 'a failing test'],
  green: ['feat', 'make the tests pass'],
  refactor: ['refactor', 'same behaviour'],
}
const OTHER = ['chore', 'no change of behaviour'] as const
/** A title that needs no quoting beyond double quotes. */
const IS_PLAIN = /^[\w .,()-]{1,60}$/

interface Step {
  readonly phase: string
  readonly subtask: string | null
}

/** Returns a subject that needs no quoting beyond double quotes, unless the template does. */
export function toSubject(
  { phase, subtask }: Step,
  plan: Plan | null,
  template: string,
  scope: string | null = null,
): string {
  const title = plan?.subtasks.find(({ id }) => id === subtask)?.title ?? ''
  const [type, words] = MESSAGES[phase] ?? OTHER
  return fillSubject(template, {
    type,
    scope,
    msg: IS_PLAIN.test(title) ? title : words,
    taskId: plan?.id ?? null,
    subtaskId: subtask,
    tag: plan?.tag ?? null,
  })
}

/** Returns the whole message of the next commit. Tests and coverage are added when they are measured. */
export function toCommitMessage(step: Step, plan: Plan | null, template: string): string {
  const stated = step.phase in MESSAGES ? [`Phase: ${step.phase}`] : []
  const trailers = step.subtask === null || stated.length === 0 ? stated : [`Task: ${step.subtask}`, ...stated]
  return [toSubject(step, plan, template), ...(trailers.length > 0 ? ['', ...trailers] : [])].join('\n')
}
