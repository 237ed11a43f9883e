/** Reads the plan in the first commit of a task. Everyone can write such a commit, so it can only add requirements. */
import type { Plan } from '../core/model/plan.ts'
import { PlanFile } from './branch-schema.ts'
import { toDigest } from './digest.ts'

const MAX_MESSAGE = 65_536
const CARRIED = /\n```json\n(\{.*\})\n```\n[\s\S]*\nPlan: sha256:([0-9a-f]{64})\s*$/

/**
 * Reads the plan of a start commit. Without a plan each RED-GREEN pair finishes the work, so a plan can only demand
 * more. Its coverage thresholds are the exception: they may be below the policy's. They count only from documents of
 * the base and records of the App. @param message of an empty commit whose phase is `start` @returns null where the
 * message has no plan, or its digest does not match
 */
export function readStartMessage(message: string): Plan | null {
  const [, json = '', digest] = (message.length <= MAX_MESSAGE && CARRIED.exec(message)) || []
  if (json === '') return null
  try {
    const parsed = PlanFile.safeParse(JSON.parse(json))
    return parsed.success && toDigest(parsed.data) === digest ? withoutCoverage(parsed.data) : null
  } catch {
    return null
  }
}

const TRAILERS = /\nTask: (.+)\nPhase: start\nPlan: sha256:([0-9a-f]{64})\s*$/

/** Reads the trailers of a start commit, which stay the same when its text changes; null without them. */
export function readStartTrailers(message: string): { readonly task: string; readonly planDigest: string } | null {
  const [, task = '', planDigest = ''] = (message.length <= MAX_MESSAGE && TRAILERS.exec(message)) || []
  return planDigest === '' ? null : { task, planDigest }
}

/** Leaves the coverage thresholds out. */
export function withoutCoverage(plan: Plan): Plan {
  const subtasks = plan.subtasks.map((subtask) =>
    subtask.cycle ? { ...subtask, cycle: { ...subtask.cycle, coverage: null } } : subtask,
  )
  return { ...plan, subtasks }
}
