/** The facts of a branch as they travel: written where they fit, and read only as they were written. */
import { describe, expect, test } from 'vitest'
import type { FileChange } from '../../src/core/model/commit.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { rules } from '../../src/core/rules/index.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { MAX_BRANCH_CHANGES, MAX_BRANCH_CHARACTERS } from '../../src/evidence/branch.ts'
import { fitBranchToLimit } from '../../src/evidence/branch-schema.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import { readBranchFacts } from '../../src/evidence/read.ts'
import { aPlan, aSubtask } from '../core/rules/support.ts'
import { aBranch, judgedCommit, refusal, sha } from './support.ts'

const changed = (path: string, more: Partial<FileChange> = {}): FileChange => ({
  path,
  class: 'production',
  before: null,
  after: { mode: '100644', id: sha('1') },
  ...more,
})
const everything = aBranch({
  sequence: 'pull-request',
  policy: {
    ...DEFAULT_POLICY,
    rules: Object.fromEntries(rules.map(({ code }) => [code, 'warn' as const])),
    red: { accept: ['assertion', 'unknown'], stubs: ['**/*.d.ts'], maxNewTests: 3 },
    coverage: { ...DEFAULT_POLICY.coverage, patch: null, lines: 92.5 },
  },
  plan: aPlan(aSubtask('42.1', { cycle: { tests: 2, names: ['adds'], coverage: 90 } }), aSubtask('42.2')),
  commits: [
    judgedCommit({
      subject: 'a \u202e word',
      message: 'a \u202e word\n\nTask: 42.1\n',
      changes: [
        changed('src/\u0000\ud800.ts', { isStub: true }),
        changed('away', { isOutside: true, before: { mode: '120000', id: sha('2') }, after: null }),
        changed('src/age.py', {
          differs: [
            { line: 2, was: '18', is: '8' },
            { line: 9, isWording: true },
          ],
        }),
      ],
      merge: { isClean: true, isFromBase: false },
    }),
  ],
})

test('what is read is what was written', () => {
  for (const facts of [aBranch(), everything]) {
    const fitted = fitBranchToLimit(facts)
    expect(fitted?.digest).toBe(toDigest(facts))
    expect(readBranchFacts(fitted?.text ?? '')).toEqual(facts)
  }
})

test('a commit of thousands of paths fits', () => {
  const changes = Array.from({ length: 20_000 }, (_, n) => changed(`packages/generated/src/model/file-${n}.ts`))
  const facts = aBranch({ commits: [judgedCommit({ changes })] })
  const fitted = fitBranchToLimit(facts)
  expect(readBranchFacts(fitted?.text ?? '').commits[0]?.changes).toHaveLength(20_000)
})

describe('facts beyond the limits of readers are not written', () => {
  test.each([
    ['more changes than are read', { changes: Array.from({ length: MAX_BRANCH_CHANGES + 1 }, () => changed('a')) }],
    ['more text than is read', { message: 'x'.repeat(MAX_BRANCH_CHARACTERS) }],
    ['names longer than any', { changes: [changed('x'.repeat(100_000))] }],
  ])('%s', (_, given) => {
    expect(fitBranchToLimit(aBranch({ commits: [judgedCommit(given)] }))).toBeNull()
  })
})

describe('refused', () => {
  const facts = aBranch()
  test.each([
    ['no JSON', 'facts'],
    ['an index', { ...facts, kind: 'tdd-gate/evidence-index' }],
    ['another version', { ...facts, schemaVersion: 2 }],
    ['more than is known', { ...facts, more: 1 }],
    ['another order of names', JSON.stringify({ ...facts })],
    ['a rule that does not exist', { ...facts, policy: { ...facts.policy, rules: { 'no-such-rule': 'off' } } }],
    ['a level that does not exist', { ...facts, policy: { ...facts.policy, rules: { 'red-has-driver': 'maybe' } } }],
    ['a commit without id', { ...facts, commits: [{ ...facts.commits[0], sha: 'HEAD' }] }],
    [
      'a class of files that does not exist',
      { ...facts, commits: [judgedCommit({ changes: [changed('a', { class: 'x' as 'docs' })] })] },
    ],
  ])('%s', (_, value) => {
    expect(refusal(readBranchFacts, value)).toMatchObject({ code: 'bad-evidence' })
  })

  test('more characters than the limit, before anything is parsed', () => {
    const text = canonical(facts).padEnd(MAX_BRANCH_CHARACTERS + 1)
    expect(refusal(readBranchFacts, text)).toMatchObject({ message: expect.stringMatching(/more than the limit of/) })
  })
})
