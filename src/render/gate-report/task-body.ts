/** The body of a task's pull request: what is to be done, as a checklist that follows the truth, and below it what people write. */
import type { SubtaskState } from '../../core/model/finding.ts'
import type { Plan, Subtask } from '../../core/model/plan.ts'
import { START_HINT } from '../../core/model/task-record.ts'
import { clip, code, prose } from '../text/markdown.ts'
import { type Lines, page } from './sections.ts'

/** GitHub takes 65,536 characters; bytes of UTF-8 are never fewer. */
const MAX_BODY_BYTES = 60_000
const MAX_ALL_BYTES = 65_000
/** As many stay for ours, however long people's words are. */
const MIN_BODY_BYTES = 10_000
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

/** Where ours ends; it begins with a hint, whatever commit that names. */
const END = '<!-- tdd-gate:end -->'
const LINE = '_What is written below this line stays; what stands above is written anew._'

export function toTaskBody({ plan, issue, hint, subtasks, shown: there = '' }: TaskBody): string {
  const states = new Map(subtasks?.map((state) => [state.id, state]))
  const { ours, theirs } = getParts(there.replaceAll('\r\n', '\n'))
  const ticked = new Set(subtasks === null ? ours.split('\n').filter((line) => LIKE_ITEM.test(line)) : [])
  const shown = plan.subtasks.slice(0, MAX_SUBTASKS)
  const rest = plan.subtasks.length - shown.length
  const words = page([
    plan.description === '' ? [] : [prose(plan.description, MAX_PROSE)],
    ['## Subtasks', '', ...shown.flatMap((subtask) => getLine(subtask, states.get(subtask.id), ticked))],
    rest > 0 ? [`... and ${rest} more`] : [],
    howSection(),
    issue === null ? [] : [`Closes #${issue}`],
  ])
  const room = MAX_ALL_BYTES - Buffer.byteLength(theirs)
  const isKept = theirs !== '' && room >= MIN_BODY_BYTES
  const own = `${hint}\n${clip(words, Math.min(MAX_BODY_BYTES, isKept ? room - MARGIN : MAX_BODY_BYTES)).trimEnd()}`
  return `${own}\n\n${LINE}\n${END}${isKept ? `\n\n${theirs}` : ''}`
}

/** For what stands around the words. */
const MARGIN = 500

/** What the App wrote, and what people did; nothing is theirs for sure where one end of ours is gone. */
function getParts(there: string): { readonly ours: string; readonly theirs: string } {
  const [from, to] = [there.indexOf(START_HINT), there.indexOf(END)]
  if (from < 0 && to < 0) return { ours: '', theirs: there.trim() }
  if (from < 0 || to < from) return { ours: from < 0 ? '' : there.slice(from), theirs: '' }
  return { ours: there.slice(from, to), theirs: there.slice(to + END.length).trim() }
}

/** What is done, and no phases between: each edit of the text starts the workflow once more. */
function getLine(
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
