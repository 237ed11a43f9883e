/** Work on one thing is done one after the other, whichever letter it is for. */

/** @returns what the work gives, once all that was asked for with this key before has ended, well or not */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function takeTurns(): InTurn {
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
