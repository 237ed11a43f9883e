/** Writes the message of a commit: a subject by the template of the configuration, and trailers. */
import type { FileClass } from '../core/model/commit.ts'
import { toPercent } from '../core/model/coverage.ts'
import type { Decision, JudgedCommit } from '../core/model/finding.ts'
import { DEFAULT_TAG, type Plan } from '../core/model/plan.ts'
import { fillSubject } from '../core/text/commit-subject.ts'
import { CLAIMED } from './local-reply.ts'

const MESSAGES: Readonly<Record<string, readonly [type: string, subject: string]>> = {
  red: ['test', 'a failing test'],
  green: ['feat', 'make the tests pass'],
  refactor: ['refactor', 'same behaviour'],
}
const OTHER = ['chore', 'no change of behaviour'] as const
/** Subjects for changes whose phase says less than their files. */
const KINDS = {
  characterize: ['test', 'describe present behaviour'],
  'test-only': ['test', 'change tests, and no behaviour'],
  'docs-only': ['docs', 'change documents alone'],
} as const
/** A title that needs no quoting beyond double quotes. */
const IS_PLAIN = /^[\w .,()-]{1,60}$/

type Kind = keyof typeof KINDS | null

interface Step {
  readonly phase: string
  readonly subtask: string | null
  readonly kind?: Kind
}

/** Returns what a change is besides its phase. @param classes of the changed files @param passes at RED: at once */
export function getKind(phase: string, classes: readonly FileClass[], passes: boolean): Kind {
  if (phase === 'red') return passes ? 'characterize' : null
  if (phase === 'green' || classes.length === 0) return null
  if (classes.every((one) => one === 'docs')) return 'docs-only'
  return classes.includes('test') && !classes.includes('production') ? 'test-only' : null
}

/** Returns a subject that needs no quoting beyond double quotes, unless the template does. */
export function toSubject(
  { phase, subtask, kind = null }: Step,
  plan: Plan | null,
  template: string,
  scope: string | null = null,
): string {
  const title = plan?.subtasks.find(({ id }) => id === subtask)?.title ?? ''
  const [type, text] = kind === null ? (MESSAGES[phase] ?? OTHER) : KINDS[kind]
  return fillSubject(template, {
    type,
    scope,
    msg: IS_PLAIN.test(title) ? title : text,
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

interface Claimed {
  readonly stated: readonly (readonly [key: string, value: string])[]
  readonly plan?: Pick<Plan, 'tag'> | null
  readonly judged: Pick<JudgedCommit, 'tests' | 'coverage'> & { readonly phase: string }
  readonly decision?: Pick<Decision, 'subtasks'>
}

/** No other text of a plan stands in a message, where it could close issues, stop workflows or pass for a trailer. */
const IS_WORD = /^[\w./-]{1,64}$/

/**
 * Writes the message with what was measured. At RED only some tests ran, so their number is no claim about the suite.
 * Where branches share a task, the rebase onto another one changes the suite.
 */
export function toMessage(subject: string, { judged, stated, plan, decision }: Claimed): string {
  const { phase, tests, coverage } = judged
  const isShared = decision?.subtasks.some(({ skipped }) => skipped?.where === CLAIMED) ?? false
  const isWhole =
    !isShared && tests !== null && phase !== 'red' && tests.total > 0 && tests.failed + tests.errored === 0
  const lines = isWhole ? (coverage?.totals.lines ?? coverage?.totals.statements) : null
  const percent = lines ? toPercent(lines) : null
  const trailers = [
    ...stated.map((trailer) => trailer.join(': ')),
    ...(plan && plan.tag !== DEFAULT_TAG && IS_WORD.test(plan.tag) ? [`Tag: ${plan.tag}`] : []),
    ...(isWhole ? [`Tests: ${tests.passed} passed`] : []),
    ...(percent === null ? [] : [`Coverage: ${percent}% ${lines === coverage?.totals.lines ? 'lines' : 'statements'}`]),
  ]
  return `${subject}\n\n${trailers.join('\n')}\n`
}
