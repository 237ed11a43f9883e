/** Caches values that are costly to compute, while they are used. */

interface Remembered<T> {
  /** Returns the value of the key; creates it when it is not cached. */
  readonly get: (key: string, make: () => Promise<T>) => Promise<T>
}

/** Creates a cache of the `most` recently used values. */
export function remember<T>(most: number, isWorth: (value: T) => boolean = () => true): Remembered<T> {
  const known = new Map<string, T>()
  const keep = (key: string, value: T) => {
    known.delete(key)
    known.set(key, value)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }
  return {
    get: async (key, make) => {
      const found = known.has(key) ? (known.get(key) as T) : await make()
      if (isWorth(found)) keep(key, found)
      return found
    },
  }
}
