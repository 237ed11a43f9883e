/** Tests which frozen tests count as touched, against changes that are composed for each frozen form at each commit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compose, NO_CHANGES } from '../../../src/core/compare/change-set.ts'
import { noteTests, touchedAt } from '../../../src/core/compare/frozen.ts'
import type { Commit } from '../../../src/core/model/commit.ts'
import type { FrozenTests } from '../../../src/core/model/state.ts'
import { aCommit, change } from '../support.ts'

const DRIVERS = [{ id: 'a.test.ts > adds', file: 'a.test.ts' }]
const [BASE, EMPTY] = ['base', 'empty'] as const
const version = fc.constantFrom('v0', 'v1', 'v2', null)
const edits = fc.record({
  path: fc.constantFrom('a.test.ts', 'b.test.ts', 'c.test.ts'),
  after: version,
  kind: fc.constantFrom('test' as const, 'test' as const, 'production' as const),
})
const steps = fc.record({ edits: fc.array(edits, { maxLength: 2 }), isMerge: fc.boolean(), closes: fc.boolean() })

/** Each file is there at the base, except the last. */
function toCommits(history: readonly (typeof steps extends fc.Arbitrary<infer T> ? T : never)[]): readonly Commit[] {
  const now: Record<string, string | null> = { 'a.test.ts': 'v0', 'b.test.ts': 'v0', 'c.test.ts': null }
  return history.map((step) => {
    const changes = step.edits.map(({ path, after, kind }) => {
      const before = now[path] ?? null
      now[path] = after
      return change(path, kind, { before, after })
    })
    return aCommit({ changes, parents: step.isMerge ? ['p', 'q'] : ['p'] })
  })
}

test('what touched a frozen test is what all later commits of tests come to, but for merges into tests of the base', () => {
  fc.assert(
    fc.property(fc.array(steps, { minLength: 1, maxLength: 10 }), (history) => {
      const frozen = new Map<string, FrozenTests>([
        [BASE, { drivers: null, since: 0 }],
        [EMPTY, { drivers: [], since: 0 }],
      ])
      let testCommits: readonly Commit[] = []
      let wanted = new Map([...frozen].map(([sha, { drivers }]) => [sha, { drivers, changed: NO_CHANGES }]))
      for (const [n, commit] of toCommits(history).entries()) {
        const tests = commit.changes.filter((each) => each.class === 'test')
        const isOwn = (sha: string) => sha !== BASE || commit.parents.length < 2
        wanted = new Map(
          [...wanted].map(([sha, { drivers, changed }]) => [
            sha,
            { drivers, changed: isOwn(sha) ? compose(changed, tests) : changed },
          ]),
        )
        const isTouched = ([sha, { changed }]: [string, { readonly changed: typeof NO_CHANGES }]) =>
          sha !== EMPTY && [...changed.values()].some(({ before }) => before !== null)
        expect(
          [...touchedAt({ frozen, testCommits }, commit)].map(([sha, entry]) => [sha, entry.drivers, ...entry.changed]),
        ).toEqual([...wanted].filter(isTouched).map(([sha, entry]) => [sha, entry.drivers, ...entry.changed]))
        testCommits = noteTests(testCommits, commit)
        if (history[n]?.closes !== true) continue
        frozen.set(commit.sha, { drivers: DRIVERS, since: testCommits.length })
        wanted.set(commit.sha, { drivers: DRIVERS, changed: NO_CHANGES })
      }
    }),
  )
})
