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
}

/** The output of `start --json`, with schema version 1. */
interface StartJson extends StartedInput {
  readonly schemaVersion: 1
}

/** Says what happened to a task document that no commit holds. */
export function keptOut(path: string): string {
  return `The task document ${path} stays out of the commits of this repository: .git/info/exclude lists it now.`
}

/** Says which pull request belongs to a task that the App started. */
export function openedByApp(pullRequest: number): string {
  return `The App opened pull request #${pullRequest}.`
}

export function toStartJson({ plan, branch, base, commit, notes }: StartedInput): StartJson {
  return { schemaVersion: 1, plan, branch, base, commit, notes }
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
