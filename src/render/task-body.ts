/** The body of a task's pull request: what is to be done, as a checklist that follows the truth. A mirror: never read. */
import type { SubtaskState } from '../core/finding.ts'
import type { Plan, Subtask } from '../core/plan.ts'
import { clip, code, prose } from './markdown.ts'
import { type Lines, page } from './sections.ts'

/** GitHub takes 65,536 characters; bytes of UTF-8 are never fewer. */
const MAX_BODY_BYTES = 60_000
const MAX_SUBTASKS = 100
const MAX_ACCEPTANCE = 20
const MAX_PROSE = 2_000

export interface TaskBody {
  readonly plan: Plan
  readonly issue: number | null
  /** Hidden words by which the App finds its record again, should the branch be rewritten. */
  readonly hint: string
  /** By id; a subtask without a state is pending. Null where it is not known now: then what is ticked stays as it is shown. */
  readonly subtasks: readonly SubtaskState[] | null
  /** The text that stands there, which anybody may have edited. */
  readonly shown?: string
}

export function toTaskBody({ plan, issue, hint, subtasks, shown: there = '' }: TaskBody): string {
  const states = new Map(subtasks?.map((state) => [state.id, state]))
  const ticked = new Set(subtasks === null ? there.split(/\r?\n/).filter((line) => LIKE_ITEM.test(line)) : [])
  const shown = plan.subtasks.slice(0, MAX_SUBTASKS)
  const rest = plan.subtasks.length - shown.length
  const words = page([
    plan.description === '' ? [] : [prose(plan.description, MAX_PROSE)],
    ['## Subtasks', '', ...shown.flatMap((subtask) => lineOf(subtask, states.get(subtask.id), ticked))],
    rest > 0 ? [`... and ${rest} more`] : [],
    howSection(),
    issue === null ? [] : [`Closes #${issue}`],
  ])
  return `${hint}\n${clip(words, MAX_BODY_BYTES)}`
}

/** What is done, and no phases between: each edit of the text starts the workflow once more. */
function lineOf(
  { id, title, acceptance, dependencies }: Subtask,
  state: SubtaskState | undefined,
  ticked: ReadonlySet<string>,
): Lines {
  const waits = dependencies.length > 0 ? ` (after ${dependencies.map((other) => code(other)).join(', ')})` : ''
  const item = `${code(id)} ${prose(title)}${waits}`
  return [
    keptLine(item, ticked) ?? `- [${state?.status === 'done' ? 'x' : ' '}] ${item}${skippedBy(state)}`,
    ...acceptance.slice(0, MAX_ACCEPTANCE).map((criterion) => `  - ${prose(criterion)}`),
  ]
}

const LIKE_ITEM = /^- \[[ x]\] /
const TICK = '- [x] '
const SKIPPED = /^ \(skipped by `@[\w-]{1,60}(?:\[bot\])?`\)$/

/** A line of ours about this very item, ticked or skipped. */
function keptLine(item: string, shown: ReadonlySet<string>): string | undefined {
  return [...shown].find((line) => {
    const rest = line.replace(LIKE_ITEM, '')
    return rest === item ? line.startsWith(TICK) : rest.startsWith(item) && SKIPPED.test(rest.slice(item.length))
  })
}

function skippedBy(state: SubtaskState | undefined): string {
  return state?.skipped ? ` (skipped by ${code(`@${state.skipped.by}`, 60)})` : ''
}

function howSection(): Lines {
  return [
    '## How it goes',
    '',
    // One line: in texts of pull requests GitHub shows every line break.
    [
      'For each subtask: a commit with a failing test (`Phase: red`), then one that makes it pass (`Phase: green`), each with `Task: <subtask>`.',
      `Every push is measured; the check ${code('tdd-gate')} and the comment below say what comes next.`,
    ].join(' '),
  ]
}
