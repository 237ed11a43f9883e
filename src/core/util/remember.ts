/** Values that are costly to come by, kept while they are used. */

export interface Remembered<T> {
  /** The value of the key; made where it is not known (any more). */
  readonly get: (key: string, make: () => Promise<T>) => Promise<T>
}

/** Keeps the `most` that were used last. */
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
