/** The published schema, and that it takes every document the gate makes and nothing else. */
import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { SCHEMAS } from '../../scripts/schema.ts'
import { DocumentFile, IndexFile, MAX_RUNS } from '../../src/evidence/schema.ts'
import { aBranch, aDocument, aManifest, anIndex, digest, HEAD, travelling } from './support.ts'

const published = JSON.parse(readFileSync('schema/evidence.schema.json', 'utf8'))

test('the published schema is the one that the gate checks with', () => {
  expect(published, 'run: node scripts/schema.ts').toEqual(SCHEMAS['evidence.schema.json'])
})

describe('the published schema, as another program uses it', () => {
  const ajv = addFormats.default(new Ajv2020.default({ strict: false }))
  const isValid = ajv.compile(published)

  test.each([
    ['a document', aDocument()],
    ['an index', anIndex([aDocument()])],
    ['an index that names the facts of its branch', anIndex([], { branch: digest('1') })],
    ['the facts of a branch', aBranch()],
    ['a manifest', aManifest()],
  ])('takes %s', (_, value) => {
    expect(isValid(value), JSON.stringify(isValid.errors)).toBe(true)
    expect(isValid({ ...value, more: 1 })).toBe(false)
    expect(isValid({ ...value, schemaVersion: 2 })).toBe(false)
  })
})

test('every string, list and number has a bound', () => {
  const unbounded: string[] = []
  const visit = (node: unknown, place: string): void => {
    if (Array.isArray(node)) for (const [i, part] of node.entries()) visit(part, `${place}[${i}]`)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const schema = node as Record<string, unknown>
    const isBound = ['enum', 'const', 'pattern', 'maxLength', 'maxItems', 'maximum', 'format'].some(
      (bound) => bound in schema,
    )
    if (['string', 'array', 'number', 'integer'].includes(String(schema.type)) && !isBound) unbounded.push(place)
    if (schema.type === 'object' && schema.additionalProperties !== false) unbounded.push(place)
    for (const [name, part] of Object.entries(schema)) visit(part, `${place}/${name}`)
  }
  visit(published, '')
  expect(unbounded).toEqual([])
})

describe('a document', () => {
  const everything = travelling({
    problems: [{ code: 'too-large', message: 'x' }],
    failing: [
      {
        id: 'a',
        file: null,
        kind: 'missing-symbol',
        message: '',
        at: 'src/a.ts',
        line: 3,
        atClass: 'production',
        missing: { kind: 'symbol', name: 'add' },
        isMissingOurs: true,
      },
    ],
    watched: [{ id: 'a', file: 'a.test.ts', outcomes: ['passed', 'skipped'] }],
    coverage: { totals: { lines: { covered: 1, total: 2 } }, patch: null },
    counterfactual: { stillPassing: ['a'] },
    omitted: { failing: 3, watchedPassed: 1 },
    durationMs: 1.5,
  })

  test('is taken with everything that evidence can hold, as it is', () => {
    const document = aDocument({ evidence: everything, parent: null, pullRequest: null })
    expect(DocumentFile.parse(document)).toEqual(document)
  })

  test.each([
    ['a short commit', { commit: 'abc' }],
    ['a commit in capitals', { commit: HEAD.toUpperCase() }],
    ['a pull request that is none', { pullRequest: 0 }],
    ['a repository id that is a number', { repository: { id: 4711, name: 'a/b' } }],
    ['a repository without owner', { repository: { id: '1', name: 'cart' } }],
    ['an unknown level', { level: 'trusted' }],
    ['a run without attempt', { run: { id: '1', event: 'push', head: HEAD } }],
    ['an unknown problem', { evidence: { ...everything, problems: [{ code: 'bad luck', message: '' }] } }],
    ['a negative count', { evidence: { ...everything, totals: { ...everything.totals, failed: -1 } } }],
    ['half a test', { evidence: { ...everything, omitted: { failing: 0.5 } } }],
    ['a list that counts nothing', { evidence: { ...everything, omitted: { secrets: 1 } } }],
    ['more runs than any', { runs: Array.from({ length: MAX_RUNS + 1 }, () => ({ digest: digest('1'), tests: 1 })) }],
  ])('is refused with %s', (_, wrong) => {
    expect(DocumentFile.safeParse({ ...aDocument(), ...wrong }).success).toBe(false)
  })
})

test('an index has room for as many commits as the gate judges at once, and the base', () => {
  const entries = (length: number) => Array.from({ length }, () => ({ commit: HEAD, digest: digest('1') }))
  expect(IndexFile.safeParse(anIndex([], { documents: entries(1_001) })).success).toBe(true)
  expect(IndexFile.safeParse(anIndex([], { documents: entries(1_002) })).success).toBe(false)
})
