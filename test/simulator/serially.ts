/** One change of a repository after the other: refs, pull requests and what follows from them. */
const tails = new WeakMap<object, Promise<unknown>>()

/** Waits for whatever changes the same thing, then does the work; never call it from inside such work. */
export function serially<T>(thing: object, work: () => Promise<T>): Promise<T> {
  const before = tails.get(thing) ?? Promise.resolve()
  const done = before.then(work, work)
  tails.set(
    thing,
    done.catch(() => undefined),
  )
  return done
}
