/** Finds out how a project calls its test files, and which of them are good examples. */

interface Convention {
  /** Such as `test/*.test.ts`; null without test files. */
  readonly pattern: string | null
  readonly nearby: readonly string[]
}

const IS_TEST = /(?:^|[/._-])(?:tests?|specs?)(?:[._-]|\.\w+$)|(?:Tests?|Spec)\.\w+$/
const MIN_WORD = 3

/** @param paths test files, fixtures too @param about text of the subtask: files named after its words come first */
export function findTestConvention(paths: readonly string[], about: string, most: number): Convention {
  const tests = paths.filter((path) => IS_TEST.test(path.slice(path.lastIndexOf('/') + 1)))
  const counts = new Map<string, number>()
  for (const path of tests) counts.set(toPattern(path), (counts.get(toPattern(path)) ?? 0) + 1)
  const [pattern = null] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([one]) => one)
  const words = (about.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => word.length >= MIN_WORD)
  const hits = (path: string) => words.filter((word) => path.toLowerCase().includes(word)).length
  const nearby = tests.toSorted(
    (a, b) =>
      hits(b) - hits(a) || Number(toPattern(b) === pattern) - Number(toPattern(a) === pattern) || (a < b ? -1 : 1),
  )
  return { pattern, nearby: nearby.slice(0, most) }
}

/** `test/cart.test.ts` becomes `test/*.test.ts`. */
function toPattern(path: string): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  const shown = /^(test_|spec_)/.test(name)
    ? name.replace(/^(test_|spec_)[^.]*/, '$1*')
    : name.replace(/^[^.]*?([_-](?:test|spec)|Tests?|Spec)?(?=\.)/, '*$1')
  return path.slice(0, slash) + shown
}
