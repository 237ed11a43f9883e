/** The verdict as an in-toto statement: what policy engines read, held to the published schemas of both sides. */
import { existsSync, readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { SCHEMAS } from '../../scripts/schema.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { toDigest } from '../../src/evidence/digest.ts'
import { type StatementParts, toStatement, toStatementFiles, VERDICT_TYPE } from '../../src/evidence/statement.ts'
import { ACCEPTED, finding, judged, REJECTED, sha } from '../support/decision.ts'
import { STATEMENT_PARTS } from '../support/statement.ts'
import { aDocument, anIndex, digest } from './support.ts'

const readSchema = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const compile = (schema: object) => addFormats.default(new Ajv2020.default({ strict: false })).compile(schema)
const isStatement = compile(readSchema('test/fixtures/in-toto/statement-v1.schema.json'))
const isVerdict = compile(readSchema('schema/verdict-v1.schema.json'))

function stated(parts: Partial<StatementParts> = {}) {
  const statement = toStatement({ ...STATEMENT_PARTS, ...parts })
  expect(isStatement(statement), JSON.stringify(isStatement.errors)).toBe(true)
  expect(isVerdict(statement.predicate), JSON.stringify(isVerdict.errors)).toBe(true)
  return statement
}

test('the published schema is the one that the gate writes by', () => {
  expect(readSchema('schema/verdict-v1.schema.json'), 'run: node scripts/schema.ts').toEqual(
    SCHEMAS['verdict-v1.schema.json'],
  )
})

test('its type is the address of the page that describes it', () => {
  const [, page = ''] = VERDICT_TYPE.split('/blob/main/')
  expect(existsSync(page)).toBe(true)
  expect(readFileSync(page, 'utf8')).toContain(VERDICT_TYPE)
})

test('it is about commit and tree of the head, by their git ids and by the SHA-256 of what `git cat-file` prints', () => {
  expect(stated()).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'commit', digest: { gitCommit: sha('b'), sha256: digest('1') } },
      { name: 'tree', digest: { gitTree: sha('c'), sha256: digest('2') } },
    ],
    predicateType: VERDICT_TYPE,
  })
})

test('it says conclusion, policy and version of the gate, and each commit with phase, verdict, tests and broken rules', () => {
  expect(stated().predicate).toEqual({
    conclusion: 'failure',
    gate: { version: '1.2.3' },
    policy: { sequence: 'commits', rules: { 'claims-are-true': 'error' }, digest: { sha256: digest('3') } },
    level: 'self-published',
    isolation: 'namespaces',
    base: { gitCommit: sha('0') },
    commits: [
      {
        digest: { gitCommit: sha('a') },
        phase: 'red',
        subtask: '42.1',
        verdict: 'accepted',
        superseded: false,
        tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, loadErrors: 0 },
        findings: [],
      },
      {
        digest: { gitCommit: sha('b') },
        phase: 'green',
        subtask: '42.1',
        verdict: 'rejected',
        superseded: false,
        tests: { total: 3, passed: 2, failed: 1, errored: 0, skipped: 0, loadErrors: 0 },
        findings: [
          { rule: 'green-keeps-tests', level: 'error' },
          { rule: 'claims-are-true', level: 'warn' },
        ],
      },
    ],
  })
})

test('it names the index of the evidence and the document of each commit by their digests', () => {
  const document = aDocument({ commit: sha('a') })
  const index = anIndex([document])
  const { predicate } = stated({ index, level: 'attested' })
  expect(predicate).toMatchObject({
    level: 'attested',
    evidence: { name: 'evidence/index.json', digest: { sha256: toDigest(index) } },
    commits: [{ evidence: { sha256: toDigest(document) } }, {}],
  })
  expect(predicate.commits[1]).not.toHaveProperty('evidence')
})

describe('what a policy engine must not overlook', () => {
  test('a verdict without trials says so', () => {
    expect(stated().predicate).not.toHaveProperty('withoutTrials')
    expect(stated({ withoutTrials: true }).predicate).toMatchObject({ withoutTrials: true })
  })
  test('each broken rule stands once for each commit and level', () => {
    const findings = [finding({}), finding({ level: 'warn' }), finding({}), finding({ level: 'warn' })]
    const decision = { ...REJECTED, commits: [judged({ findings })] }
    expect(stated({ decision }).predicate.commits[0]?.findings).toEqual([
      { rule: 'green-keeps-tests', level: 'error' },
      { rule: 'green-keeps-tests', level: 'warn' },
    ])
  })
  test('a commit that the gate made out of a part of the head has no digest, because no repository has it', () => {
    const decision = { ...ACCEPTED, commits: [judged({ isLaidOver: true, tests: null })] }
    expect(stated({ decision }).predicate.commits[0]).toEqual({
      phase: 'red',
      subtask: '42.1',
      verdict: 'accepted',
      superseded: false,
      tests: null,
      findings: [],
    })
  })
})

test('the same judgement gives the same bytes, whatever it took', () => {
  const slower = { ...REJECTED, commits: REJECTED.commits.map((commit) => ({ ...commit, durationMs: 9 })) }
  expect(canonical(stated({ decision: slower }))).toBe(canonical(stated()))
})

test('hostile names stay data', () => {
  const subtask = '__proto__\n"}],"conclusion":"success"\u0000\u2028\ud800'
  const decision = { ...REJECTED, commits: [judged({ subtask, subject: subtask })] }
  const text = canonical(stated({ decision }))
  expect(text).not.toMatch(/[\u0000-\u001f\ud800]/)
  expect(JSON.parse(text).predicate).toMatchObject({ conclusion: 'failure', commits: [{ subtask }] })
})

test('its files have what `actions/attest` takes: the predicate alone, and both subjects as `sha256sum` writes them', () => {
  const statement = stated()
  const files = new Map(toStatementFiles(statement).map(({ path, text }) => [path, text]))
  expect([...files.keys()]).toEqual(['in-toto/statement.json', 'in-toto/predicate.json', 'in-toto/subjects.txt'])
  expect(files.get('in-toto/statement.json')).toBe(canonical(statement))
  expect(files.get('in-toto/predicate.json')).toBe(canonical(statement.predicate))
  expect(files.get('in-toto/subjects.txt')).toBe(`${digest('1')}  commit\n${digest('2')}  tree\n`)
})
