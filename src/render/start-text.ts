/** Renders the answer of `start`: the branch, the subtasks in their order, and the next command. */
import { short } from '../core/model/commit.ts'
import type { Plan } from '../core/model/plan.ts'
import { toTable } from './text/table.ts'
import { plain } from './text/text.ts'

interface StartedInput {
  readonly plan: Plan
  readonly branch: string
  readonly base: string
  readonly commit: string
  readonly notes: readonly string[]
  /** Attempts at a GREEN; absent where the App started it. */
  readonly maxAttempts?: number
}

/** The output of `start --json`, with schema version 1. */
interface StartJson extends StartedInput {
  readonly schemaVersion: 1
}

/** Says what happened to a task document that no commit holds. */
export function keptOut(path: string): string {
  return `The task document ${path} stays out of the commits of this repository: .git/info/exclude lists it now.`
}

/** Says where the work of an earlier start is. @param branch its name */
export function besideBranch(branch: string): string {
  return `The branch ${branch} stays as it is. This start works beside it.`
}

/** Says that a start raises no limit. */
export function attemptsStay(said: number, allowed: number): string {
  return `The base branch allows ${allowed} attempts, not ${said}. Set policy.green.maxAttempts in .github/tdd-gate.yml there to raise them.`
}

/** Says which pull request belongs to a task that the App started. */
export function openedByApp(pullRequest: number): string {
  return `The App opened pull request #${pullRequest}.`
}

export function toStartJson({ plan, branch, base, commit, notes, maxAttempts }: StartedInput): StartJson {
  const limits = maxAttempts === undefined ? {} : { maxAttempts }
  return { schemaVersion: 1, plan, branch, base, commit, notes, ...limits }
}

export function toStartText({ plan, branch, base, commit, notes }: StartedInput): string {
  const rows = plan.subtasks.map(({ id, title, dependencies, acceptance }) => [
    plain(id, 20),
    plain(title),
    dependencies.length === 0 ? '' : `after ${plain(dependencies.join(', '), 80)}`,
    acceptance.length === 0
      ? ''
      : `${acceptance.length} acceptance ${acceptance.length === 1 ? 'criterion' : 'criteria'}`,
  ])
  return [
    ...notes.map((note) => `note: ${plain(note)}`),
    `Task ${plain(plan.id, 80)}: ${plain(plan.title)}`,
    ...toTable(rows).map((line) => `  ${line}`),
    '',
    `started ${plain(branch, 300)} from ${plain(base, 300)} with ${short(commit)}`,
    '  $ tdd-gate next',
    '',
  ]
    .filter((line, i, all) => line !== '' || all[i - 1] !== '')
    .join('\n')
}
