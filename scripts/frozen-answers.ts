/** Compares what two trees answered in their tests: a JSON line `[what, text]` for each answer, by test file. */

/** One answer that differs. `was` and `is`: its first line that differs, with its number; null: that tree has none. */
export interface Difference {
  readonly file: string
  readonly what: string
  readonly was: string | null
  readonly is: string | null
}

type Answers = ReadonlyMap<string, readonly string[]>

/** Compares test files of both trees. The order of the answers is that of tests that run beside each other: it does not count. */
export function compareAnswers(before: Answers, after: Answers): readonly Difference[] {
  return [...before].flatMap(([file, lines]) => {
    const others = after.get(file)
    return others === undefined ? [] : compareFile(file, without(lines, others), without(others, lines))
  })
}

/** Pairs what is left on both sides by name, in the order in which it was answered. */
function compareFile(file: string, was: readonly string[], is: readonly string[]): readonly Difference[] {
  const [old, fresh] = [Map.groupBy(was.map(parse), ([what]) => what), Map.groupBy(is.map(parse), ([what]) => what)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((what) => {
    const [left = [], right = []] = [old.get(what), fresh.get(what)]
    return Array.from({ length: Math.max(left.length, right.length) }, (_, n) => {
      const [a, b] = [left[n]?.[1].split('\n'), right[n]?.[1].split('\n')]
      const at = firstDifference(a ?? [], b ?? [])
      const show = (lines: readonly string[] | undefined) => (lines ? `${at + 1}: ${lines[at] ?? ''}` : null)
      return { file, what, was: show(a), is: show(b) }
    })
  })
}

function firstDifference(a: readonly string[], b: readonly string[]): number {
  const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, n) => a[n] !== b[n])
  return Math.max(at, 0)
}

/** Returns `lines` without those of `others`, each as often as it stands there. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const one of others) counts.set(one, (counts.get(one) ?? 0) + 1)
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    return left === 0
  })
}

const parse = (line: string) => JSON.parse(line) as readonly [what: string, text: string]
