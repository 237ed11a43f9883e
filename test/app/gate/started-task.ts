/** A task as the App left it when it started it: record on the first commit, pull request in its own name. */
import type { Plan } from '../../../src/core/model/plan.ts'
import { canonical } from '../../../src/core/util/canonical.ts'
import { toDigest } from '../../../src/evidence/digest.ts'
import { aPlan, aSubtask } from '../../core/rules/support.ts'
import type { Pull } from '../../core/story.ts'
import { addCheck } from '../../support/github/state.ts'
import type { World } from '../../support/github/story-world.ts'

export const PLAN = aPlan(aSubtask('42.1', { title: 'Adding' }), aSubtask('42.2', { title: 'Taking out' }))

interface Pinned {
  readonly id?: number
  readonly plan?: Plan
  readonly policyDigest?: string
  readonly title?: string
}

/** Pins the plan on a commit, as the App does. @returns the line that leads to it from the pull request's text */
export function pinTask(
  world: World,
  start: string,
  { id = 5, plan = PLAN, policyDigest = 'd'.repeat(64), ...more }: Pinned,
): string {
  const record = {
    schemaVersion: 1,
    branch: 'work-1',
    issue: 5,
    start,
    plan,
    ...more,
    planDigest: toDigest(plan),
    policyDigest,
  }
  addCheck(world, {
    id,
    head_sha: start,
    name: 'tdd-gate/task',
    external_id: 'tdd-gate:task',
    conclusion: 'neutral',
    output: { title: 'Task 42', summary: 'Task 42', text: canonical(record) },
  })
  return `<!-- tdd-gate:start ${start} -->`
}

/** Of pull request 1. @returns the commit that it begins with */
export function startTask(
  world: World,
  pull: Pull,
  policyDigest = toDigest(pull.facts().policy),
  more: { readonly title?: string; readonly plan?: Plan } = {},
): string {
  const start = pull.commit({}, {}, { phase: 'start', subject: 'chore(task-42): start' }).sha
  pinTask(world, start, { policyDigest, ...more })
  return start
}
