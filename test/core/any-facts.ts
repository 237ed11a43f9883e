/** Facts of a branch as they may come in, honest or not: commits, evidence, policies and plans in any combination. */
import fc from 'fast-check'
import type { Commit, FileChange, FileClass } from '../../src/core/model/commit.ts'
import type { Evidence } from '../../src/core/model/evidence.ts'
import type { Facts } from '../../src/core/model/facts.ts'
import { DEFAULT_POLICY, type Level } from '../../src/core/model/policy.ts'
import type { Outcome } from '../../src/core/model/test-run.ts'
import { rules } from '../../src/core/rules/index.ts'
import { aPlan, aSubtask } from './rules/support.ts'
import { change, DIGEST, failing, getEvidence, notLoaded, tracked } from './support.ts'

const IDS = ['a.test.ts > x', 'a.test.ts > y', 'b.test.ts > z', 'nowhere']
const PATHS: readonly (readonly [string, FileClass])[] = [
  ['a.test.ts', 'test'],
  ['b.test.ts', 'test'],
  ['src/a.ts', 'production'],
  ['package.json', 'harness'],
  ['a.md', 'docs'],
]
const version = fc.constantFrom('v0', 'v1', null)
const ids = fc.subarray(IDS)
const files = fc.subarray(['a.test.ts', 'b.test.ts', null])

const aChange: fc.Arbitrary<FileChange> = fc
  .tuple(fc.constantFrom(...PATHS), version, version, fc.constantFrom('100644', '120000'))
  .map(([[path, fileClass], before, after, mode]) => change(path, fileClass, { before, after, mode }))

const anyTrailers = fc.array(
  fc.tuple(
    fc.constantFrom('phase', 'task', 'other'),
    fc.constantFrom('red', 'green', 'refactor', 'characterize', 'merge', 'start', '1', '42', '42.1', '__proto__', ''),
  ),
  { maxLength: 3 },
)

const aCommit: fc.Arbitrary<Omit<Commit, 'sha'>> = fc.record({
  tree: fc.constantFrom('t0', 't1', 't2', 't3', 't4', 't5'),
  parents: fc.constantFrom([], ['p'], ['p'], ['p'], ['p', 'q']),
  subject: fc.constantFrom('x', 'chore(task-42): start', ''),
  message: fc.constantFrom('x', 'Tests: 3 passing, 1 failing\nCoverage: 90%', ''),
  trailers: anyTrailers,
  changes: fc.uniqueArray(aChange, { selector: ({ path }) => path, maxLength: 4 }),
  merge: fc.constantFrom(null, { isClean: true, isFromBase: true }, { isClean: false, isFromBase: true }),
})

const outcomes = fc.array(fc.constantFrom<Outcome>('passed', 'failed', 'errored', 'skipped'), {
  minLength: 1,
  maxLength: 2,
})

const anyEvidence: fc.Arbitrary<Partial<Evidence>> = fc.record(
  {
    scope: fc.constantFrom('files', 'suite', 'none'),
    problems: fc.constantFrom([], [], [], [{ code: 'crash' as const, message: 'died' }]),
    comparison: fc.record({ newlyFailing: ids, fixed: ids, broken: ids, vanished: ids, silenced: fc.constant([]) }),
    failing: ids.map((some) => some.map((id) => failing(id))),
    loadFailures: files.map((some) => some.map((file) => notLoaded(file))),
    watched: fc.tuple(ids, outcomes).map(([some, seen]) => some.map((id) => tracked(id, ...seen))),
    newPassing: ids,
    runErrors: fc.constantFrom([], [], ['boom']),
    counterfactual: fc.constantFrom(null, { stillPassing: [] }, { stillPassing: ['a.test.ts > x'] }),
  },
  { requiredKeys: [] },
)

const level = fc.constantFrom<Level>('off', 'warn', 'error')
const policy = fc.record({
  rules: fc.dictionary(fc.constantFrom(...rules.map(({ code }) => code)), level, { maxKeys: 12 }),
  refactor: fc.constantFrom('off' as const, 'optional' as const, 'required' as const),
  sequence: fc.constantFrom('commits' as const, 'pull-request' as const),
  maxAttempts: fc.constantFrom(1, 3),
})
const plan = fc.constantFrom(null, aPlan(), aPlan(aSubtask('42.1'), aSubtask('42.2', { dependencies: ['42.1'] })))
const against = fc.constantFrom('base', 'base', 'c0', 'c1', 'c2', 'c3')
const entry = fc.tuple(aCommit, fc.option(anyEvidence), fc.boolean(), against)

export const anyFacts: fc.Arbitrary<Facts> = fc
  .tuple(fc.array(entry, { maxLength: 10 }), policy, plan, fc.option(anyEvidence))
  .map(([entries, { maxAttempts, ...given }, plan, base]) => {
    const commits = entries.map(([commit], i): Commit => ({ ...commit, sha: `c${i}` }))
    const evidence = new Map<string, Evidence>()
    if (base) evidence.set('base', { ...getEvidence(), ...base, commit: 'base', tree: 't0', comparedWith: 'base' })
    entries.forEach(([commit, seen, isBound, comparedWith], i) => {
      if (!seen) return
      const bound = { commit: isBound ? `c${i}` : 'other', tree: commit.tree, policyDigest: DIGEST, comparedWith }
      evidence.set(`c${i}`, { ...getEvidence(), ...seen, ...bound })
    })
    return {
      base: 'base',
      baseTree: 't0',
      head: commits.at(-1)?.sha ?? 'base',
      commits,
      evidence,
      policy: { ...DEFAULT_POLICY, ...given, green: { maxAttempts } },
      policyDigest: DIGEST,
      plan,
    }
  })
