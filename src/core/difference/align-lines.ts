/** Aligns the lines of two texts. */

/** A run of lines that replaces another run; ends are exclusive. */
export interface Run {
  readonly old: readonly [from: number, end: number]
  readonly now: readonly [from: number, end: number]
}

/** Cells of the table; of larger changes all lines between the first and the last changed one are one run. */
const MAX_CELLS = 4_000_000

/** Returns the runs that differ, in order. */
export function alignLines(old: readonly string[], now: readonly string[]): readonly Run[] {
  let head = 0
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1
  let [oldEnd, end] = [old.length, now.length]
  while (oldEnd > head && end > head && old[oldEnd - 1] === now[end - 1]) {
    oldEnd -= 1
    end -= 1
  }
  const [height, width] = [oldEnd - head, end - head]
  if (height === 0 && width === 0) return []
  if (height * width > MAX_CELLS) return [{ old: [head, oldEnd], now: [head, end] }]
  const isEqual = (y: number, x: number) => old[head + y] === now[head + x]
  return walk(lengths(height, width, isEqual), height, width, isEqual).map(({ old: one, now: other }) => ({
    old: [one[0] + head, one[1] + head],
    now: [other[0] + head, other[1] + head],
  }))
}

type IsEqual = (y: number, x: number) => boolean

/** Fills the table of the longest common subsequence of what follows each place. */
function lengths(height: number, width: number, isEqual: IsEqual): (y: number, x: number) => number {
  const row = width + 1
  const table = new Uint16Array((height + 1) * row)
  const get = (y: number, x: number) => table[y * row + x] ?? 0
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1; x >= 0; x -= 1)
      table[y * row + x] = isEqual(y, x) ? get(y + 1, x + 1) + 1 : Math.max(get(y + 1, x), get(y, x + 1))
  return get
}

function walk(get: ReturnType<typeof lengths>, height: number, width: number, isEqual: IsEqual): readonly Run[] {
  const runs: Run[] = []
  let [y, x] = [0, 0]
  while (y < height || x < width) {
    const from = [y, x] as const
    while ((y < height || x < width) && !(y < height && x < width && isEqual(y, x))) {
      if (x === width || (y < height && get(y + 1, x) >= get(y, x + 1))) y += 1
      else x += 1
    }
    if (y > from[0] || x > from[1]) runs.push({ old: [from[0], y], now: [from[1], x] })
    while (y < height && x < width && isEqual(y, x)) {
      y += 1
      x += 1
    }
  }
  return runs
}
