/**
 * Renders the body of a task's pull request: a checklist that the App updates, and the text of other people below it.
 */
import type { SubtaskState } from '../../core/model/finding.ts'
import type { Plan, Subtask } from '../../core/model/plan.ts'
import { START_HINT } from '../../core/model/task-record.ts'
import { fillNames } from '../../core/task/start.ts'
import { clip, code, getBytes, hiddenJson, prose } from '../text/markdown.ts'
import { cut } from '../text/text.ts'
import { type MarkdownLines, page } from './sections.ts'
import { STATE_NAME } from './state-json.ts'

/** GitHub limits a body to 65,536 characters. A text never has fewer UTF-8 bytes than characters. */
const MAX_BODY_BYTES = 60_000
const MAX_ALL_BYTES = 65_000
/** The minimal size for the App's part, however long the other text is. */
const MIN_BODY_BYTES = 10_000
const MAX_STATE_BYTES = 6_000
const MAX_UNITS = 200
/** From generous to minimal. The last one always fits. */
const SUBTASKS_SHOWN = [100, 20, 5, 0]
const MAX_SUBTASKS = 100
const MAX_ACCEPTANCE = 20
const MAX_PROSE = 2_000

interface TaskBody {
  readonly plan: Plan
  readonly issue: number | null
  /** A hidden hint with which the App finds its record after the branch was rewritten. */
  readonly hint: string
  readonly planDigest: string
  /** States by id; a subtask without a state is pending. Null where they are unknown: the displayed ticks stay. */
  readonly subtasks: readonly SubtaskState[] | null
  /** The current text, which everyone with write access may have edited. */
  readonly shown?: string
  /** A text of the project for a new pull request, with the names {id}, {tag}, {title} and {issue}. */
  readonly template?: string
}

/** The end of the App's part, which starts with a hint. */
const END = '<!-- tdd-gate:end -->'
const LINE = '_tdd-gate keeps the text below this line and rewrites the text above it._'

export function toTaskBody(task: TaskBody): string {
  const { plan, issue, hint, subtasks, shown: there = toOwnText(task) } = task
  const state = toTaskState(task)
  const states = new Map(subtasks?.map((state) => [state.id, state]))
  const { ours, theirs } = getParts(there.replaceAll('\r\n', '\n'))
  const ticked = new Set(subtasks === null ? ours.split('\n').filter((line) => LIKE_ITEM.test(line)) : [])
  const shown = plan.subtasks.slice(0, MAX_SUBTASKS)
  const rest = plan.subtasks.length - shown.length
  const text = page([
    plan.description === '' ? [] : [prose(plan.description, MAX_PROSE)],
    ['## Subtasks', '', ...shown.flatMap((subtask) => getLine(subtask, states.get(subtask.id), ticked))],
    rest > 0 ? [`... and ${rest} more`] : [],
    howSection(),
    issue === null ? [] : [`Closes #${issue}`],
  ])
  const room = MAX_ALL_BYTES - Buffer.byteLength(theirs) - getBytes(state)
  const isKept = theirs !== '' && room >= MIN_BODY_BYTES
  const own = `${hint}\n${clip(text, Math.min(MAX_BODY_BYTES, isKept ? room - MARGIN : MAX_BODY_BYTES)).trimEnd()}`
  return `${own}\n\n${state}\n\n${LINE}\n${END}${isKept ? `\n\n${theirs}` : ''}`
}

function toOwnText({ plan, issue, template = '' }: TaskBody): string {
  const [id, tag, title] = [plan.id, plan.tag, plan.title].map((name) => prose(name, MAX_UNITS))
  return fillNames(template, { id, tag, title } as Record<'id' | 'tag' | 'title', string>).replaceAll(
    '{issue}',
    issue === null ? '' : String(issue),
  )
}

/** The size of the text around the items. */
const MARGIN = 500

/**
 * Renders the metadata of the task for programs; no decision reads it. The progress is not in it, because each edit of
 * the text starts the workflow.
 */
function toTaskState({ plan: { id, title, tag, subtasks }, issue, planDigest }: TaskBody): string {
  const task = { id: cut(id, MAX_UNITS), title: cut(title, MAX_UNITS), tag: cut(tag, MAX_UNITS) }
  const texts = SUBTASKS_SHOWN.values().map((most) => {
    const shown = subtasks.slice(0, most).map(({ id, title, dependencies }) => ({
      id: cut(id, MAX_UNITS),
      title: cut(title, MAX_UNITS),
      dependencies: dependencies.slice(0, MAX_ACCEPTANCE),
    }))
    const more = subtasks.length - shown.length
    const left = more > 0 ? { moreSubtasks: more } : {}
    return hiddenJson(STATE_NAME, { schemaVersion: 1, task, issue, planDigest, subtasks: shown, ...left })
  })
  return texts.find((text) => getBytes(text) <= MAX_STATE_BYTES) ?? ''
}

/** Splits the text into the App's part and the other text. Without both markers all of it counts as the App's. */
function getParts(there: string): { readonly ours: string; readonly theirs: string } {
  const [from, to] = [there.indexOf(START_HINT), there.indexOf(END)]
  if (from < 0 && to < 0) return { ours: '', theirs: there.trim() }
  if (from < 0 || to < from) return { ours: from < 0 ? '' : there.slice(from), theirs: '' }
  return { ours: there.slice(from, to), theirs: there.slice(to + END.length).trim() }
}

/** Shows only whether a subtask is done, because each edit of the text starts the workflow. */
function getLine(
  { id, title, acceptance, dependencies }: Subtask,
  state: SubtaskState | undefined,
  ticked: ReadonlySet<string>,
): MarkdownLines {
  const waits = dependencies.length > 0 ? ` (after ${dependencies.map((other) => code(other)).join(', ')})` : ''
  const item = `${code(id)} ${prose(title)}${waits}`
  return [
    findLine(item, ticked) ?? `- [${state?.status === 'done' ? 'x' : ' '}] ${item}${skippedBy(state)}`,
    ...acceptance.slice(0, MAX_ACCEPTANCE).map((criterion) => `  - ${prose(criterion)}`),
  ]
}

const LIKE_ITEM = /^- \[[ x]\] /
const TICK = '- [x] '
const SKIPPED = /^ \(skipped by `@[\w-]{1,60}(?:\[bot\])?`\)$/

/** Finds a line of the App for this item, ticked or skipped. */
function findLine(item: string, shown: ReadonlySet<string>): string | undefined {
  return [...shown].find((line) => {
    const rest = line.replace(LIKE_ITEM, '')
    return rest === item ? line.startsWith(TICK) : rest.startsWith(item) && SKIPPED.test(rest.slice(item.length))
  })
}

function skippedBy(state: SubtaskState | undefined): string {
  return state?.skipped ? ` (skipped by ${code(`@${state.skipped.by}`, 60)})` : ''
}

function howSection(): MarkdownLines {
  return [
    '## How it goes',
    '',
    // One line, because GitHub renders line breaks in bodies.
    [
      'For each subtask: a commit with a failing test (`Phase: red`), then one that makes it pass (`Phase: green`), each with `Task: <subtask>`.',
      `tdd-gate measures every push; the check ${code('tdd-gate')} and the comment below show the next step.`,
    ].join(' '),
  ]
}
