/** Compares the documents of a plan with a judged step. Loads nothing that judges. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAN_MARK, toPlanDocuments } from '../../render/plan-documents.ts'
import type { NextStep } from '../next.ts'

/** Returns the documents that `plan --write` wrote, and that no longer show how far the task is. */
export function findStale(top: string, { plan, policy, decision }: NextStep): readonly string[] {
  if (plan === null) return []
  const written = toPlanDocuments({ plan, policy, subtasks: decision.subtasks }).filter(({ path, text }) => {
    const found = read(join(top, path))
    return found?.includes(PLAN_MARK) && found !== text
  })
  return written.map(({ path }) => path)
}

function read(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : null
}
