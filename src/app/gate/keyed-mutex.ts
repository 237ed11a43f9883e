/** Serialises work on the same key. */

/** Runs the work after all earlier work with this key has ended, successfully or not. @returns its result */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

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

/** Work that reads data of a commit and then writes to it. */
export interface HeadWork<Read, Done> {
  readonly read: () => Promise<Read>
  /** Returns the commit that `write` writes to. */
  readonly headOf: (read: Read) => string
  readonly write: (read: Read) => Promise<Done>
  readonly hasWritten: (done: Done) => boolean
}

/**
 * Serialises writes to a head that several pull requests share. @returns a function that writes only data that was read
 * after the last write of the others
 */
export function lockHeads(): <Read, Done>(work: HeadWork<Read, Done>) => Promise<Done> {
  const withLock = createKeyedMutex()
  /** For each work in progress: the heads that others have written to since it started to read. */
  const underWay = new Set<Set<string>>()
  const write = async <Read, Done>(work: HeadWork<Read, Done>, read: Read, own: Set<string>): Promise<Done> => {
    let isWritten = true
    try {
      const done = await work.write(read)
      isWritten = work.hasWritten(done)
      return done
    } finally {
      if (isWritten) for (const others of underWay) if (others !== own) others.add(work.headOf(read))
    }
  }
  const attempt = async <Read, Done>(work: HeadWork<Read, Done>, own: Set<string>): Promise<{ done: Done } | null> => {
    const first = await work.read()
    const head = work.headOf(first)
    return withLock(head, async () => {
      const fresh = own.has(head) ? await work.read() : first
      // The branch was pushed meanwhile, so the new head needs its own lock.
      return work.headOf(fresh) === head ? { done: await write(work, fresh, own) } : null
    })
  }
  return async (work) => {
    const own = new Set<string>()
    underWay.add(own)
    try {
      for (;;) {
        const ended = await attempt(work, own)
        if (ended !== null) return ended.done
        own.clear()
      }
    } finally {
      underWay.delete(own)
    }
  }
}
