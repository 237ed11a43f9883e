/** Converts a GitHub issue into a Plan. Its sub-issues, or the checklist in its text, are the subtasks. */

import { unfitIssue } from '../core/errors/tasks.ts'
import type { GateError } from '../core/model/errors.ts'
import type { Plan, Subtask } from '../core/model/plan.ts'
import { DEFAULT_TAG } from '../core/model/plan.ts'
import { MAX_SUBTASKS } from './fields.ts'
import { type IssueSections, readSections } from './issue-sections.ts'
import { type Dependencies, readDependencies, splitWaits } from './issue-waits.ts'
import { orderSubtasks } from './order.ts'

/** An issue as people wrote it. */
export interface IssueText {
  readonly number: number
  readonly title: string
  /** GitHub Flavored Markdown. */
  readonly body: string
  /** Absent for an open issue. */
  readonly isClosed?: boolean
}

/** Information in an issue that is not part of its plan. */
export interface IssueExtras {
  /** Subtasks that are ticked or closed, such as `42.1: Adds`. They need no proof. */
  readonly leftOut: readonly string[]
  /** Titles of unticked checklist items that are not part of the plan. */
  readonly unread: readonly string[]
  /** Other issues that must be done first, with the waiting subtask; null for the whole task. */
  readonly waitsFor: readonly { readonly issue: number; readonly subtask: string | null }[]
}

const MAX_TITLE = 500
const CONTROLS = /[\p{Cc}\p{Cf}]+/gu

/**
 * Converts an issue into a plan without the subtasks that are already done; the others keep their numbers.
 * @param subIssues in their order; where there are any, the checklist is ignored
 * @throws GateError `bad-plan` for a plan that contradicts itself, has no open subtask, or is too large
 */
export function toPlan(issue: IssueText, subIssues: readonly IssueText[]): Plan {
  const head = toTaskHeader(issue)
  if (head.title === '') throw refusal(issue, 'it has no title')
  const { sections, drafts } = readDrafts(issue, subIssues)
  if (drafts.length > MAX_SUBTASKS) throw refusal(issue, `it has more than ${MAX_SUBTASKS} subtasks`)
  const ids = new Set(drafts.map((draft) => draft.id))
  const lost = drafts.flatMap(({ waits }) => waits.subtasks).find((other) => !ids.has(other))
  if (lost !== undefined) throw refusal(issue, `there is no subtask ${lost} to wait for`)
  const open = drafts.filter(({ isDone }) => !isDone)
  if (open.length === 0) {
    const reason = subIssues.length > 0 ? 'all of its sub-issues are closed' : 'every item of its checklist is ticked'
    throw refusal(issue, reason)
  }
  const left = new Set(open.map((draft) => draft.id))
  const order = orderSubtasks(open.map((draft) => toSubtask(draft, sections, left)))
  if ('circle' in order) throw refusal(issue, `the dependencies form a cycle: ${order.circle.join(' waits for ')}`)
  return { ...head, subtasks: order.subtasks }
}

/** Returns the task without its subtasks, whatever their state. */
export function toTaskHeader(issue: IssueText): Plan {
  const { tag, description } = readSections(issue.body)
  return { id: String(issue.number), title: oneLine(issue.title), tag: tag ?? DEFAULT_TAG, description, subtasks: [] }
}

/** Returns the information of the same issue that is not part of its plan. */
export function readIssueExtras(issue: IssueText, subIssues: readonly IssueText[]): IssueExtras {
  const { sections, drafts } = readDrafts(issue, subIssues)
  const open = drafts.filter(({ isDone }) => !isDone)
  const ofTask = readDependencies(sections.description).map((other) => ({ issue: other, subtask: null }))
  const ofSubtasks = open.flatMap(({ id, waits }) => waits.issues.map((other) => ({ issue: other, subtask: id })))
  return {
    unread: subIssues.length === 0 ? sections.unread : getOpen(sections),
    leftOut: drafts.filter(({ isDone }) => isDone).map(({ id, title }) => `${id}: ${title}`),
    waitsFor: [...ofTask, ...ofSubtasks].filter((wait) => wait.issue !== issue.number),
  }
}

function getOpen({ items, unread }: IssueSections): readonly string[] {
  return [...items.filter(({ isTicked }) => !isTicked).map(({ title }) => oneLine(title)), ...unread]
}

/** A subtask as the issue describes it. */
interface Draft {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly acceptance: readonly string[]
  readonly isDone: boolean
  readonly waits: Dependencies
}

function readDrafts(
  issue: IssueText,
  subIssues: readonly IssueText[],
): { readonly sections: IssueSections; readonly drafts: readonly Draft[] } {
  const sections = readSections(issue.body)
  const places = new Map(subIssues.map(({ number }, index) => [number, `${issue.number}.${index + 1}`]))
  const written = subIssues.length > 0 ? subIssues.map(toDraft) : getDrafts(sections, oneLine(issue.title))
  const drafts = written.map((draft, index) => {
    const { title, waits } = splitWaits(draft.title, { task: String(issue.number), places, stated: draft.stated })
    const id = `${issue.number}.${index + 1}`
    return { ...draft, id, title: oneLine(title) || id, waits }
  })
  return { sections, drafts }
}

interface Written extends Omit<Draft, 'id' | 'waits'> {
  /** Issues that its text names as dependencies. */
  readonly stated: readonly number[]
}

/** Returns the subtasks. An issue without a checklist is a single subtask. */
function getDrafts({ items }: IssueSections, title: string): readonly Written[] {
  if (items.length === 0) return [{ title, description: '', acceptance: [], isDone: false, stated: [] }]
  return items.map(({ isTicked, ...item }) => ({ ...item, isDone: isTicked, stated: [] }))
}

function toDraft({ title, body, isClosed = false }: IssueText): Written {
  const { description, acceptance, items } = readSections(body)
  const criteria = acceptance.length > 0 ? acceptance : items.map((item) => item.title)
  return { title, description, acceptance: criteria, isDone: isClosed, stated: readDependencies(description) }
}

/** @param left the open subtasks; dependencies on the others are dropped */
function toSubtask(
  { id, title, description, acceptance: own, waits }: Draft,
  { acceptance, testStrategy }: IssueSections,
  left: ReadonlySet<string>,
): Subtask {
  return {
    id,
    title,
    description,
    testStrategy,
    cycle: null,
    acceptance: own.length > 0 ? own : acceptance,
    dependencies: waits.subtasks.filter((other) => left.has(other)),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(CONTROLS, '').trim().slice(0, MAX_TITLE).toWellFormed()
}

function refusal({ number }: IssueText, what: string): GateError {
  return unfitIssue(number, what)
}
