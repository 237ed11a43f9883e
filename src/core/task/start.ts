/**
 * Builds the beginning of a task: its branch, the message of its empty first commit, and the title of its pull request.
 */

import { DEFAULT_PULL_TITLE } from '../model/config.ts'
import type { TaskStart } from '../model/effect.ts'
import type { Plan } from '../model/plan.ts'
import { canonical } from '../util/canonical.ts'
import { branchBeside } from './task-branch.ts'

interface TaskStartFacts {
  readonly plan: Plan
  readonly issue: number | null
  readonly base: TaskStart['base']
  readonly policyDigest: string
  /** sha256 of the canonical JSON of the plan. */
  readonly planDigest: string
  /** From the base's configuration. */
  readonly branchPattern: string
  /** A draft by default. */
  readonly isDraft?: boolean
  /** From the base's configuration; `Task #42 [tag]: title` by default. */
  readonly titleTemplate?: string
}

/** Longer plans are stored only in the App's record, so that `git log` stays readable. */
const MAX_PLAN_CHARACTERS = 50_000
/** GitHub limits titles to 256 characters. */
const MAX_TITLE = 240

export function getStart({
  plan,
  issue,
  base,
  policyDigest,
  planDigest,
  branchPattern,
  isDraft = true,
  titleTemplate = DEFAULT_PULL_TITLE,
}: TaskStartFacts): TaskStart {
  return {
    plan,
    issue,
    base,
    policyDigest,
    isDraft,
    branch: branchBeside(branchPattern, plan, base.branch),
    title: taskTitle(plan, titleTemplate),
    message: startMessage(plan, planDigest),
  }
}

/** Returns the title of the task's pull request: one line. */
export function taskTitle(plan: Pick<Plan, 'id' | 'tag' | 'title'>, template = DEFAULT_PULL_TITLE): string {
  return cut(oneLine(fillNames(template, plan)))
}

/** Replaces `{id}`, `{tag}` and `{title}`, and no such name in what replaces them. */
export function fillNames(template: string, names: Readonly<Record<'id' | 'tag' | 'title', string>>): string {
  return template.replace(/\{(id|tag|title)\}/g, (_, name: 'id' | 'tag' | 'title') => names[name])
}

/**
 * Returns the whole message of the empty commit. Canonical JSON is one line, so nothing in it can look like a trailer
 * or end its block.
 */
export function startMessage(plan: Plan, planDigest: string): string {
  const json = canonical(plan)
  const carried = json.length > MAX_PLAN_CHARACTERS ? [] : ['```json', json, '```', '']
  return [
    `chore(task-${plan.id}): start`,
    '',
    cut(oneLine(plan.title)),
    '',
    ...carried,
    `Task: ${plan.id}`,
    'Phase: start',
    `Plan: sha256:${planDigest}`,
    '',
  ].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function cut(text: string): string {
  return text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE).toWellFormed()}...` : text
}
