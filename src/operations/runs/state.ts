/** Keeps the last judged state of a worktree beside its runs: a cache for those who watch. Git can always rebuild it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isAbsent, replaceFile } from '../../disk.ts'

const MAX_CHARACTERS = 1_000_000
const FILE = 'state.json'

const State = z.object({
  schemaVersion: z.literal(1),
  /** The git folder of the worktree: a copied or moved file is another one's. */
  gitDir: z.string(),
  at: z.string(),
  head: z.string(),
  conclusion: z.string(),
  task: z.nullable(z.object({ id: z.string(), title: z.string() })),
  subtasks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.string(),
      attempts: z.number(),
      drivers: z.array(z.string()),
    }),
  ),
  isPaused: z.boolean(),
  next: z.nullable(z.object({ title: z.string(), subtask: z.nullable(z.string()), phase: z.string() })),
})

export type WorktreeState = z.infer<typeof State>

export function writeState(folder: string, state: WorktreeState): void {
  replaceFile(join(folder, FILE), JSON.stringify(state))
}

/** Returns null for a missing, damaged or foreign file: judging the branch again rebuilds it. */
export function readState(folder: string, gitDir: string): WorktreeState | null {
  try {
    const text = readFileSync(join(folder, FILE), 'utf8')
    const state = State.safeParse(text.length > MAX_CHARACTERS ? null : JSON.parse(text))
    return state.success && state.data.gitDir === gitDir ? state.data : null
  } catch (error) {
    if (error instanceof SyntaxError || isAbsent(error)) return null
    throw error
  }
}
