/** A GitHub issue -> Plan: its sub-issues, or the checklist in its text, are the subtasks. */
import { GateError } from '../core/errors.ts'
import type { Plan, Subtask } from '../core/plan.ts'
import { MAX_SUBTASKS } from './fields.ts'
import { type ChecklistItem, type IssueSections, readSections } from './issue-sections.ts'
import { orderSubtasks } from './order.ts'

/** An issue as people wrote it. */
export interface IssueText {
  readonly number: number
  readonly title: string
  /** GitHub's Markdown. */
  readonly body: string
}

const MAX_TITLE = 500
const DEFAULT_TAG = 'master'
const CONTROLS = /[\p{Cc}\p{Cf}]+/gu
/** `(depends on 1, 2)`, `(after #1)` at the end of an item. */
const WAITS = /\s*\((?:depends on|after)\s+([#\d.,\s]+|[#\d.,\s]+ and [#\d.]+)\)\s*$/i

/**
 * @param subIssues in their order; where there are any, the checklist does not count
 * @throws GateError `bad-plan` for a plan that contradicts itself or is too large
 */
export function planOfIssue(issue: IssueText, subIssues: readonly IssueText[]): Plan {
  const id = String(issue.number)
  const title = oneLine(issue.title)
  if (title === '') throw refusal(issue, 'it has no title')
  const sections = readSections(issue.body)
  const drafts = subIssues.length > 0 ? subIssues.map(draftOfSubIssue) : draftsOf(sections, title)
  if (drafts.length > MAX_SUBTASKS) throw refusal(issue, `it has more than ${MAX_SUBTASKS} subtasks`)
  const subtasks = drafts.map((draft, index) => toSubtask(draft, `${id}.${index + 1}`, id, sections))
  const ids = new Set(subtasks.map((subtask) => subtask.id))
  const lost = subtasks.flatMap(({ dependencies }) => dependencies).find((other) => !ids.has(other))
  if (lost !== undefined) throw refusal(issue, `there is no subtask ${lost} to wait for`)
  const order = orderSubtasks(subtasks)
  if ('circle' in order) throw refusal(issue, `the dependencies go in a circle: ${order.circle.join(' -> ')}`)
  const tag = sections.tag ?? DEFAULT_TAG
  return { id, title, tag, description: sections.description, subtasks: order.subtasks }
}

type Draft = ChecklistItem

/** An issue without a checklist is one piece of work. */
function draftsOf({ items }: IssueSections, title: string): readonly Draft[] {
  return items.length > 0 ? items : [{ title, description: '', acceptance: [] }]
}

function draftOfSubIssue({ title, body }: IssueText): Draft {
  const { description, acceptance, items } = readSections(body)
  return { title, description, acceptance: acceptance.length > 0 ? acceptance : items.map((item) => item.title) }
}

function toSubtask(draft: Draft, id: string, task: string, { acceptance, testStrategy }: IssueSections): Subtask {
  const waits = WAITS.exec(draft.title)
  const title = oneLine(waits ? draft.title.slice(0, waits.index) : draft.title)
  return {
    id,
    title: title || id,
    description: draft.description,
    acceptance: draft.acceptance.length > 0 ? draft.acceptance : acceptance,
    dependencies: dependenciesIn(waits?.[1] ?? '', task),
    testStrategy,
    cycle: null,
  }
}

function dependenciesIn(words: string, task: string): readonly string[] {
  const named = words.match(/\d+(?:\.\d+)*/g) ?? []
  return [...new Set(named.map((other) => (other.includes('.') ? other : `${task}.${other}`)))]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(CONTROLS, '').trim().slice(0, MAX_TITLE).toWellFormed()
}

function refusal({ number }: IssueText, what: string): GateError {
  return new GateError(
    'bad-plan',
    `Issue #${number} is no task that can be started: ${what}.`,
    'Correct the issue and comment again: /tdd start',
  )
}
