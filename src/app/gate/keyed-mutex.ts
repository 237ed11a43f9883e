/** Work on one thing is done one after the other, whichever letter it is for. */

/** @returns what the work gives, once all that was asked for with this key before has ended, well or not */
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

/** What is read of a commit, and then written to it. */
export interface HeadWork<Read, Done> {
  readonly read: () => Promise<Read>
  /** The commit that `write` is for. */
  readonly headOf: (read: Read) => string
  readonly write: (read: Read) => Promise<Done>
  readonly hasWritten: (done: Done) => boolean
}

/**
 * Several pull requests may have one head, and each is worked on by itself: writing to a head takes turns.
 * @returns a function that writes only what it read after the last of the others had written
 */
export function lockHeads(): <Read, Done>(work: HeadWork<Read, Done>) => Promise<Done> {
  const withLock = createKeyedMutex()
  /** Of each work under way: the heads that others have written to since it began to read. */
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
      // Pushed meanwhile: the new head has turns of its own.
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
