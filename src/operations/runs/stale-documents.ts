/** Compares the documents of a plan with a judged step. Most tasks have none, and then nothing is loaded. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NextStep } from '../next.ts'

const PATHS = ['IMPL_PLAN.md', 'TODO_LIST.md']

/** Returns the documents that `plan --write` wrote, and that no longer show how far the task is. */
export async function findStale(top: string, { plan, policy, decision }: NextStep): Promise<readonly string[]> {
  const found = new Map(PATHS.map((path) => [path, read(join(top, path))]))
  if (plan === null || PATHS.every((path) => found.get(path) === null)) return []
  const { PLAN_MARK, toPlanDocuments } = await import('../../render/plan-documents.ts')
  return toPlanDocuments({ plan, policy, subtasks: decision.subtasks }).flatMap(({ path, text }) => {
    const old = found.get(path)
    return old?.includes(PLAN_MARK) && old !== text ? [path] : []
  })
}

function read(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : null
}
