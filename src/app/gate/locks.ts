/** Serialises work on the same key: in this process, or in all processes that share a store. */

/** Runs the work after all earlier work with this key has ended, successfully or not. @returns its result */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export interface Locks {
  readonly inTurn: InTurn
  /** Returns a mark of this moment. */
  readonly mark: () => Promise<number>
  /** Notes a write to the check of a head. It is called in turn with other writes to it. */
  readonly noteWrite: (head: string) => Promise<void>
  readonly isWrittenSince: (head: string, mark: number) => Promise<boolean>
}

export function createKeyedMutex(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const done = before.then(work, work)
    last.set(key, done)
    try {
      return await done
    } finally {
      if (last.get(key) === done) last.delete(key)
    }
  }
}

/** Bound on heads with a noted write. The oldest is forgotten: work that began before it has ended long ago. */
const MAX_HEADS = 10_000

/** Creates locks for one process. */
export function createLocks(): Locks {
  const writes = new Map<string, number>()
  let count = 0
  return {
    inTurn: createKeyedMutex(),
    mark: async () => count,
    noteWrite: async (head) => {
      count += 1
      writes.delete(head)
      writes.set(head, count)
      const [oldest] = writes.keys()
      if (writes.size > MAX_HEADS && oldest !== undefined) writes.delete(oldest)
    },
    isWrittenSince: async (head, mark) => (writes.get(head) ?? 0) > mark,
  }
}

/** Work that reads data of a commit and then writes to it. */
export interface HeadWork<Read, Done> {
  readonly read: () => Promise<Read>
  /** Returns the commit that `write` writes to. */
  readonly headOf: (read: Read) => string
  readonly write: (read: Read) => Promise<Done>
  readonly hasWritten: (done: Done) => boolean
}

/**
 * Serialises writes to a head that several pull requests share. Writes only data that was read after the last write of
 * the others.
 */
export async function atHead<Read, Done>(locks: Locks, work: HeadWork<Read, Done>): Promise<Done> {
  for (;;) {
    const ended = await attempt(locks, work)
    // Else the branch was pushed meanwhile, so the new head needs its own lock.
    if (ended !== null) return ended.done
  }
}

async function attempt<Read, Done>(locks: Locks, work: HeadWork<Read, Done>): Promise<{ done: Done } | null> {
  const mark = await locks.mark()
  const first = await work.read()
  const head = work.headOf(first)
  return locks.inTurn(head, async () => {
    const fresh = (await locks.isWrittenSince(head, mark)) ? await work.read() : first
    return work.headOf(fresh) === head ? { done: await write(locks, work, fresh) } : null
  })
}

async function write<Read, Done>(locks: Locks, work: HeadWork<Read, Done>, read: Read): Promise<Done> {
  let isWritten = true
  try {
    const done = await work.write(read)
    isWritten = work.hasWritten(done)
    return done
  } finally {
    if (isWritten) await locks.noteWrite(work.headOf(read))
  }
}
