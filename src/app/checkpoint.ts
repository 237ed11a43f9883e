/**
 * Stores the progress of a sweep in a file beside the queue, so that a process that is killed repeatedly still
 * completes it.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { parseAnyJson } from '../core/util/parse-json.ts'

/** All pull requests up to this one, in the order of ids, are in the queue. */
const place = z.object({ installation: z.int(), repository: z.int(), pull: z.int(), at: z.int() })
export type CheckpointPlace = Readonly<z.infer<typeof place>>

export interface Checkpoint {
  /** Null: from the start. */
  readonly read: () => Promise<CheckpointPlace | null>
  readonly put: (place: CheckpointPlace) => Promise<void>
  readonly remove: () => Promise<void>
}

export function openCheckpoint(file: string): Checkpoint {
  return {
    read: async () => {
      const text = readIfThere(file)
      // A damaged checkpoint counts as none: the sweep starts again.
      const parsed = text === null ? null : place.safeParse(parseAnyJson(text))
      return parsed?.success ? parsed.data : null
    },
    put: async (at) => {
      writeFileSync(`${file}.new`, JSON.stringify(at), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    remove: async () => rmSync(file, { force: true }),
  }
}

/** Where processes on several machines share facts. */
interface SharedNotes {
  readonly read: (name: string) => Promise<unknown>
  readonly put: (name: string, value: object) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

const NAME = 'sweep'

export function openSharedCheckpoint({ read, put, remove }: SharedNotes): Checkpoint {
  return {
    read: async () => {
      const parsed = place.safeParse(await read(NAME))
      return parsed.success ? parsed.data : null
    },
    put: (at) => put(NAME, at),
    remove: () => remove(NAME),
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
