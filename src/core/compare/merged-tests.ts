/** Finds removed tests whose statements stand in another test as they were, when a commit merges tests. */
import type { TestReplacement } from '../model/evidence.ts'
import type { TestId } from '../model/test-run.ts'
import { getStatements, placeOfStatements } from '../text/test-statements.ts'
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
