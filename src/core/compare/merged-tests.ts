/** Finds removed tests whose statements stand in another test as they were, when a commit merges tests. */
import type { TestReplacement } from '../model/evidence.ts'
import type { TestId } from '../model/test-run.ts'
import { BETWEEN_MARKS, TITLE } from '../text/test-bodies.ts'
import { type Answering, bodiesIn, groupsIn, isNoWorse, nameIn, plainName } from './test-texts.ts'

/** Fewer tokens say too little about a test. */
const MIN_TOKENS = 8

/** Only a test of the same groups has the same set-up. Statements behind a return never run. */
export function findMerged({ run, baseline, texts }: Answering): (id: TestId) => TestReplacement | null {
  const [before, after] = [bodiesIn(texts.before), bodiesIn(texts.after)]
  const isAround = (groups: readonly string[], id: TestId) => groupsIn(id).join(' > ') === groups.join(' > ')
  return (id) => {
    const old = baseline.get(id)
    if (old?.file == null) return null
    const groups = groupsIn(id)
    const bodies = before(old.file, plainName(nameIn(id)), groups) ?? []
    const wanted = bodies.flatMap((body) => {
      const statements = getStatements(body)
      return statements.length < MIN_TOKENS ? [] : [statements]
    })
    if (wanted.length === 0) return null
    const to = run.cases.find((test) => {
      if (test.file === null || test.id === id || !isNoWorse(test, old.outcome) || !isAround(groups, test.id))
        return false
      const now = (after(test.file, plainName(test.name), groups) ?? []).map(getStatements)
      return now.some((all) => wanted.some((some) => some.length < all.length && placeOfStatements(some, all) >= 0))
    })
    return to === undefined ? null : { id, by: 'merge', to: to.id }
  }
}

/** Marks of `toMark`: where a part of the tree begins and ends. */
const [BEGIN, END] = ['\u0002', '\u0003']
const BLOCK = /^\u0002(?:\w*block|body_statement|compound_statement)$/
const LIST_OF = /^\u0002(?:statement_list|body_statement|block)$/
const BRACES = new Set(['{', '}', 'do', 'end'])

/** @returns the tokens and marks of the statements; none where a body has no block */
function getStatements(body: string): readonly string[] {
  const marks = body.split(BETWEEN_MARKS)
  const from = marks.findIndex((mark, n) => BLOCK.test(mark) && n > marks.indexOf(TITLE))
  return from < 0 ? [] : unwrap(marks.slice(from + 1, from + getLength(marks.slice(from)) - 1))
}

/** Takes braces and lists of statements away, which stand around one statement as around several. */
function unwrap(marks: readonly string[]): readonly string[] {
  const inner = marks.slice(BRACES.has(marks[0] ?? '') ? 1 : 0, BRACES.has(marks.at(-1) ?? '') ? -1 : undefined)
  const isWrapped = LIST_OF.test(inner[0] ?? '') && getLength(inner) === inner.length
  return isWrapped ? unwrap(inner.slice(1, -1)) : inner
}

/** Returns the marks from a beginning to its end. */
function getLength(marks: readonly string[]): number {
  let depth = 0
  for (const [n, mark] of marks.entries()) {
    depth += mark.startsWith(BEGIN) ? 1 : mark.startsWith(END) ? -1 : 0
    if (depth === 0) return n + 1
  }
  return marks.length
}

/** @returns where statements stand among others, in no branch and behind no return; -1: nowhere */
function placeOfStatements(some: readonly string[], all: readonly string[]): number {
  let depth = 0
  for (const [n, mark] of all.entries()) {
    if (depth === 0 && some.every((one, at) => all[n + at] === one)) return n
    if (mark === 'return') return -1
    depth += mark.startsWith(BEGIN) ? 1 : mark.startsWith(END) ? -1 : 0
  }
  return -1
}
