/** Provides the attributes of the current tag to its handler. */
import type { Make, Spots, TagAttributes } from './tag.ts'
import { attributeValue, own } from './text.ts'
import { decoded } from './window.ts'

/** A value without these characters needs no decoding. */
const TO_DECODE = /[^ -%'-~]/
/** Shorter values are cheap to create; the engine copies them. */
const COPIED = 13
/** Longer values are seldom repeated by the next tag. */
const SHARED = 256
const MAX_LOOKUPS = 24

/** A view of the tag at `spots`. A value becomes text on its first use, because most values are never used. */
export function attributesIn(spots: Spots): TagAttributes {
  return {
    get size() {
      return spots.make.places.size
    },
    has: (name) => getPlace(spots, name) !== undefined,
    get: (name) => {
      const n = getPlace(spots, name)
      return n === undefined ? undefined : valueIn(spots, n)
    },
    written: (name, take) => {
      const n = getPlace(spots, name)
      if (n !== undefined) take(spots.window.bytes, spots.values[2 * n] as number, spots.values[2 * n + 1] as number)
    },
    keys: () => spots.make.places.keys(),
    among: (names) => amongIn(spots.make, names),
    *[Symbol.iterator]() {
      for (const [name, n] of spots.make.places) yield [name, valueIn(spots, n)]
    },
  }
}

function getPlace(spots: Spots, name: string): number | undefined {
  const { lookups, places } = spots.make
  const known = lookups[spots.lookups]
  if (known?.name === name) {
    spots.lookups += 1
    return known.place
  }
  const place = places.get(name)
  if (spots.lookups < MAX_LOOKUPS) lookups[spots.lookups] = { name, place }
  spots.lookups += 1
  return place
}

function amongIn(make: Make, names: ReadonlySet<string>): readonly string[] {
  if (make.among?.names !== names)
    make.among = {
      names,
      found: make.places
        .keys()
        .filter((name) => names.has(name))
        .toArray(),
    }
  return make.among.found
}

function valueIn({ window, values, make }: Spots, n: number): string {
  const from = values[2 * n] as number
  const end = values[2 * n + 1] as number
  const last = make.last[n]
  if (last !== undefined && last.written.length === end - from && window.text.startsWith(last.written, from))
    return last.text
  const written = window.text.slice(from, end)
  const text = TO_DECODE.test(written) ? attributeValue(decoded(window, from, end)) : written
  if (written.length < COPIED || written.length >= SHARED) return own(text)
  const kept = { written: own(written), text: own(text) }
  make.last[n] = kept
  return kept.text
}
