/** The manifest of a run: read as it was written, with names that lead nowhere else. */
import { describe, expect, test } from 'vitest'
import { canonical } from '../../src/core/util/canonical.ts'
import { MAX_MANIFEST_CHARACTERS, type Manifest, readEvidenceManifest } from '../../src/evidence/manifest.ts'
import { aManifest, digest, HEAD, RUN, refusal } from './support.ts'

test('what was written is read again', () => {
  for (const given of [{}, { endedAt: null, conclusion: null, pullRequest: null, commits: [], files: [] }]) {
    const manifest = aManifest(given)
    expect(readEvidenceManifest(canonical(manifest))).toEqual(manifest)
  }
})

const file = (path: string) => ({ path, sha256: digest('1'), bytes: 1 })

describe('files', () => {
  test.each([
    'manifest.json',
    `evidence/${HEAD}.json`,
    'test-results/by-digest/a_b-c@2x.junit.xml',
    'recording/1/2/3/4/5/6/7/8/x',
  ])('%s lies in the folder', (path) => {
    expect(readEvidenceManifest(canonical(aManifest({ files: [file(path)] }))).files).toHaveLength(1)
  })

  test.each([
    '',
    '.',
    '..',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    '.hidden',
    'a/.git',
    'C:/x',
    'a\\b',
    'a:b',
    'a b',
    'a\n',
    'a\u0000',
    'a.',
    'a..b',
    'ä',
    '~/x',
    '-rf',
    'x'.repeat(1_025),
    `${'a/'.repeat(10)}b`,
  ])('%j leads elsewhere, or not everywhere to the same', (path) => {
    for (const given of [
      { files: [file(path)] },
      { commits: [{ sha: HEAD, phase: 'red', verdict: 'accepted', document: null, testResults: [path] }] },
    ] satisfies Partial<Manifest>[]) {
      expect(refusal(readEvidenceManifest, aManifest(given))?.code).toBe('bad-evidence')
    }
  })

  test.each(['a/b.json', 'A/B.json'])('a file is listed twice; the comparison ignores case: %s', (path) => {
    expect(refusal(readEvidenceManifest, aManifest({ files: [file('a/b.json'), file(path)] }))?.message).toMatch(
      /files/,
    )
  })
})

describe('refused', () => {
  const text = canonical(aManifest())
  test.each<[string, unknown, RegExp]>([
    ['another version', { ...aManifest(), schemaVersion: 2 }, /^The manifest was made by another version of tdd-gate$/],
    ['another kind', { ...aManifest(), kind: 'tdd-gate/evidence' }, /kind \(invalid value\)/],
    ['an unknown field', { ...aManifest(), more: 1 }, /unrecognized keys/],
    [
      'an unknown phase',
      { ...aManifest(), commits: [{ ...aManifest().commits[0], phase: 'blue' }] },
      /commits\[0\]\.phase/,
    ],
    ['a time without zone', { ...aManifest(), startedAt: '2030-01-02T03:04:05' }, /startedAt/],
    ['a branch with control characters', { ...aManifest(), headBranch: 'a\u001b[31m' }, /headBranch/],
    ['an attempt that was none', { ...aManifest(), run: { ...RUN, attempt: 0 } }, /run\.attempt/],
    ['another text for the same', ` ${text}`, /canonical/],
    ['more than its limit', ' '.repeat(MAX_MANIFEST_CHARACTERS + 1), /limit of 8000000/],
  ])('%s', (_, value, message) => {
    expect(refusal(readEvidenceManifest, value)).toMatchObject({
      code: 'bad-evidence',
      message: expect.stringMatching(message),
    })
  })
})
