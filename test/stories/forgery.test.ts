import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EvidenceDocument } from '../../src/evidence/document.ts'
import { type Forger, getForger, getName, INDEX, TOKEN, upload } from '../support/forger.ts'
import { createGatedBranch, type GatedBranch, type RunEnd } from '../support/gated-branch.ts'
import type { RunRecord } from '../support/github/state.ts'
import type { RecordedRun } from '../support/run-server.ts'
import { forge } from '../support/zip.ts'

let branch: GatedBranch
let run: RunEnd
let other: RunEnd
let honest: RecordedRun

beforeAll(async () => {
  branch = await createGatedBranch()
  await branch.red('a')
  await branch.green('a')
  other = await branch.run()
  run = await branch.run()
  honest = { ...run.recorded }
})
afterAll(() => branch[Symbol.asyncDispose]())

/** GitHub knows one run, and that one as it was. */
beforeEach(() => {
  Object.assign(run.recorded, { record: honest.record, artifact: honest.artifact && { ...honest.artifact } })
  branch.github.runs.splice(0, Number.POSITIVE_INFINITY, run.recorded)
  branch.github.trees.clear()
})

const getKeys = ({ files }: RunEnd) =>
  Object.entries(files).flatMap(([name, text]) => (/[0-9a-f]{40}\.json$/.test(name) ? [getDocument(text).key] : []))
const getDocument = (text: string): EvidenceDocument => JSON.parse(text)

/** What the next run is offered of the forged one. */
async function offered(act: (forger: Forger) => unknown) {
  const forger = getForger(branch.github, run, other)
  await act(forger)
  await upload(forger)
  const store = await branch.find()
  return { found: getKeys(run).filter((key) => store.find(key) !== null), notes: store.notes, store }
}

test('unchanged evidence is offered', async () => {
  const { found, notes } = await offered(() => undefined)
  expect(found).toHaveLength(3)
  expect(notes).toEqual([])
})

/** The RED commit as if it had shown nothing, or the GREEN as if everything had passed: a field that verdicts hang on. */
const better = (document: EvidenceDocument): EvidenceDocument => ({
  ...document,
  evidence: { ...document.evidence, failing: [], comparison: { ...document.evidence.comparison, broken: [] } },
})
const lower = { level: 'verified-run' } as const
const getText = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')

const DOCUMENTS: readonly (readonly [string, (forger: Forger) => unknown, RegExp])[] = [
  ['a document edited', ({ put, documents }) => put(documents().map(better)), /does not match the index/],
  ['a document edited, its digest made anew', ({ rewrite }) => rewrite(better), /token is bound to other evidence/],
  [
    'a document edited, its token taken away',
    ({ rewrite, files }) => {
      rewrite(better)
      delete files[TOKEN]
    },
    /claims to be attested, but contains no token/,
  ],
  [
    'a document edited, token and level taken away',
    ({ rewrite, files }) => {
      rewrite(
        (document) => ({ ...better(document), ...lower }),
        (index) => ({ ...index, ...lower }),
      )
      delete files[TOKEN]
    },
    /it is verified-run, but attested is required/,
  ],
  [
    'a document edited, everything signed by another key',
    async ({ rewrite, sign, github }) => {
      rewrite(better)
      await sign({}, github.foreign)
    },
    /token has an invalid signature/,
  ],
  [
    'one character of a document',
    ({ files, documents }) => {
      const name = getName(documents()[1] as EvidenceDocument)
      files[name] = (files[name] ?? '').replace('"durationMs":', '"durationMs": ')
    },
    /not in canonical form/,
  ],
  [
    'documents of two commits exchanged',
    ({ files, documents }) => {
      const [, red, green] = documents().map(getName) as [string, string, string]
      Object.assign(files, { [red]: files[green], [green]: files[red] })
    },
    /evidence\/[0-9a-f]{40}\.json belongs to another commit/,
  ],
  [
    'a commit in place of another, everything made anew',
    ({ rewrite, documents }) => {
      const [, red] = documents()
      rewrite((document) =>
        document.commit === red?.commit ? { ...document, tree: documents()[2]?.tree ?? '' } : document,
      )
    },
    /token is bound to other evidence/,
  ],
  [
    'the key of another measurement',
    ({ rewrite, documents }) => {
      const [, red, green] = documents()
      rewrite((document) => (document.key === green?.key ? { ...document, key: red?.key ?? '' } : document))
    },
    /token is bound to other evidence/,
  ],
  [
    'a document that is gone',
    ({ files, documents }) => delete files[getName(documents()[1] as EvidenceDocument)],
    /does not contain evidence\/[0-9a-f]{40}\.json/,
  ],
  ['an index that is gone', ({ files }) => delete files[INDEX], /does not contain evidence\/index\.json/],
  [
    'an index edited',
    ({ rewrite }) =>
      rewrite(
        (same) => same,
        (index) => ({ ...index, base: 'f'.repeat(40) }),
      ),
    /token is bound to other evidence/,
  ],
  [
    'an index that leaves a document out',
    ({ rewrite }) =>
      rewrite(
        (same) => same,
        (index) => ({ ...index, documents: index.documents.slice(1) }),
      ),
    /token is bound to other evidence/,
  ],
  [
    'documents of another level than their index',
    async ({ rewrite, sign }) => {
      rewrite((document) => ({ ...document, ...lower }))
      await sign()
    },
    /claims the level verified-run/,
  ],
  [
    'another policy in the documents than in the index',
    async ({ rewrite, sign }) => {
      rewrite((document) => ({ ...document, policyDigest: '0'.repeat(64) }))
      await sign()
    },
    /has another policy/,
  ],
  ['a program of its own', ({ files }) => Object.assign(files, { 'evidence/run.sh': 'exit 0' }), /run\.sh/],
]

/** Honest evidence, with an honest token of its run, in a place where it does not belong. */
const REPLAYED: readonly (readonly [string, (forger: Forger) => unknown, RegExp])[] = [
  ['an older artifact under a new run', ({ files, other }) => replace(files, other.files), /another run/],
  ['an artifact of another attempt', (forger) => again(forger), /another attempt/],
  [
    'of another pull request',
    async ({ rewrite, sign }) => {
      rewrite(
        (document) => ({ ...document, pullRequest: 8 }),
        (index) => ({ ...index, pullRequest: 8 }),
      )
      await sign()
    },
    /another pull request/,
  ],
  [
    'of another repository with that name',
    async ({ rewrite, sign }) => {
      const repository = { id: '813', name: 'acme/shop' }
      rewrite(
        (document) => ({ ...document, repository }),
        (index) => ({ ...index, repository }),
      )
      await sign({ repository_id: '813' })
    },
    /another repository/,
  ],
  ['of another head', ({ setRecord }) => setRecord({ head_sha: 'f'.repeat(40) }), /cannot be read|another head/],
  ['of another event', ({ setRecord }) => setRecord({ event: 'push' }), /another event/],
]

function replace(files: Record<string, string>, by: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(files)) delete files[name]
  Object.assign(files, by)
}

/** GitHub says that the run was started again; its first artifact bears the name of the second. */
function again({ run: { recorded }, setRecord }: Forger): void {
  setRecord({ run_attempt: 2 })
  if (recorded.artifact !== null) recorded.artifact = { ...recorded.artifact, name: 'tdd-gate-evidence-2' }
}

const RECORDS: readonly (readonly [string, Partial<RunRecord>, RegExp])[] = [
  ["a stranger's fork", { head_repository: { id: 977 } }, /another repository/],
  ['another repository', { repository: { id: 813 } }, /another repository/],
  ['an event that lends rights to strangers', { event: 'pull_request_target' }, /the gate does not judge its event/],
  ['an event of the calendar', { event: 'schedule' }, /the gate does not judge its event/],
]

const TOKENS: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ['another audience', { aud: `tdd-gate:${'0'.repeat(64)}` }, /bound to other evidence/],
  ['another issuer', { iss: 'https://token.actions.githubusercontent.com' }, /was issued by/],
  [
    'an end before its run',
    { iat: 1_700_000_000, nbf: 1_700_000_000, exp: 1_700_000_300 },
    /expired before its run started/,
  ],
  ['a beginning after its run', { iat: 4_000_000_000, nbf: 4_000_000_000, exp: 4_000_000_300 }, /not yet valid/],
  ['another workflow', { job_workflow_ref: 'acme/shop/.github/workflows/mine.yml@refs/tags/v1' }, /not trusted/],
  [
    'a branch of the trusted workflow',
    { job_workflow_ref: 'tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml@refs/heads/x' },
    /not trusted/,
  ],
  ['another run', { run_id: '1' }, /belongs to run 1/],
  ['another attempt', { run_attempt: '2' }, /belongs to attempt 2/],
  ['another repository', { repository_id: '813' }, /belongs to repository 813/],
  ["a machine of the committer's own", { runner_environment: 'self-hosted' }, /self-hosted/],
]

const TAMPERED: readonly (readonly [string, (forger: Forger) => unknown, RegExp])[] = [
  [
    'of another index',
    ({ files, other }) => Object.assign(files, { [TOKEN]: other.files[TOKEN] }),
    /bound to other evidence.*belongs to run/,
  ],
  [
    'without signature',
    ({ files }) => {
      const [, payload] = (files[TOKEN] ?? '').split('.')
      files[TOKEN] = `${getText({ alg: 'none' })}.${payload}.`
    },
    /token is (?:not signed with RS256|not a token)/,
  ],
  [
    'with another payload under its signature',
    ({ files }) => {
      const [head, payload = '', signature] = (files[TOKEN] ?? '').split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      files[TOKEN] = [head, getText({ ...claims, run_id: '1' }), signature].join('.')
    },
    /invalid signature/,
  ],
  ['that is empty', ({ files }) => Object.assign(files, { [TOKEN]: '' }), /token is not a token/],
]

describe('refused, and so measured again', () => {
  const refuse = async (act: (forger: Forger) => unknown, words: RegExp) => {
    const { found, notes } = await offered(act)
    expect(found).toEqual([])
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^The evidence of run 9002 is not used, and its commits are measured again: /)
    expect(notes[0]).toMatch(words)
  }
  test.each(DOCUMENTS)('%s', (_, act, words) => refuse(act, words))
  test.each(REPLAYED)('%s', (_, act, words) => refuse(act, words))
  test.each(RECORDS)('a run of %s', (_, record, words) => refuse(({ setRecord }) => setRecord(record), words))
  test.each(TOKENS)('a token with %s', (_, claims, words) => refuse(({ sign }) => sign(claims), words))
  test.each(TAMPERED)('a token %s', (_, act, words) => refuse(act, words))
  test('a run whose head had workflows of its own', () =>
    refuse(
      ({ github }) => github.trees.set(run.origin.head, '9'.repeat(40)),
      /\.github at its head is not that of the base/,
    ))

  test.each([
    ['a link', [{ name: INDEX, content: '/etc/passwd', mode: 0o120777 }], /link/],
    ['a name twice', [{ name: INDEX }, { name: INDEX }], /twice/],
    ['a way out', [{ name: '../evidence/index.json' }], /index\.json/],
    ['a bomb', [{ name: INDEX, content: 'x'.repeat(8_000_000) }], /expands more than/],
    ['no zip', null, /cannot be read as a zip/],
  ])('%s in the archive', async (_, entries, words) => {
    if (run.recorded.artifact) run.recorded.artifact.bytes = entries === null ? Buffer.from('evidence') : forge(entries)
    const store = await branch.find()
    expect(getKeys(run).filter((key) => store.find(key) !== null)).toEqual([])
    expect(store.notes).toEqual([expect.stringMatching(words)])
  })
})

test('a run of another workflow is none of ours, whatever it holds', async () => {
  const { found, notes } = await offered(({ setRecord }) => setRecord({ path: '.github/workflows/mine.yml' }))
  expect({ found, notes }).toEqual({ found: [], notes: [] })
})

test('a document that no index lists is not even read', async () => {
  const key = '7'.repeat(64)
  const { found, store } = await offered(({ put, documents }) =>
    put(
      documents()
        .slice(0, 1)
        .map((document) => ({ ...document, key, commit: 'f'.repeat(40) })),
    ),
  )
  expect(found).toHaveLength(3)
  expect(store.find(key)).toBeNull()
})

describe('measured again', () => {
  const whole = { executions: 6, ran: 6, conclusion: 'success' }
  const runAfter = async (act: (forger: Forger) => unknown) => {
    const forger = getForger(branch.github, run, other)
    await act(forger)
    await upload(forger)
    return branch.run()
  }

  test('all that was forged, and the verdict is that of the tests', async () => {
    const again = await runAfter(({ rewrite }) => rewrite(better))
    expect(again).toMatchObject({ ...whole, verdicts: run.verdicts })
    expect(again.judged.notes).toContainEqual(expect.stringMatching(/bound to other evidence/))
    expect(again.judged.reused.size).toBe(0)
  })

  test.each<[string, (document: EvidenceDocument) => EvidenceDocument]>([
    ['another tree', (document) => ({ ...document, tree: '0'.repeat(40) })],
    ['another policy', (document) => ({ ...document, policyDigest: '0'.repeat(64) })],
    [
      'a measurement of another tree',
      (document) => ({ ...document, evidence: { ...document.evidence, tree: '0'.repeat(40) } }),
    ],
  ])('what a trusted judge says of %s under the key of this one', async (_, change) => {
    const again = await runAfter(async ({ rewrite, sign }) => {
      rewrite(change, (index) => ({
        ...index,
        policyDigest: change({ policyDigest: index.policyDigest } as EvidenceDocument).policyDigest,
      }))
      await sign()
    })
    expect(again).toMatchObject(whole)
    expect(again.judged.reused.size).toBe(0)
  })

  test.each<[string, (files: Record<string, string>, names: readonly string[]) => unknown, RegExp | null]>([
    [
      'were edited',
      (files, names) =>
        names.map((name) => Object.assign(files, { [name]: files[name]?.replace('"passed"', '"failed"') })),
      /have another digest/,
    ],
    [
      'were exchanged',
      (files, names) => {
        const texts = names.map((name) => files[name] ?? '')
        for (const [n, name] of names.entries()) files[name] = texts[(n + 1) % texts.length] ?? ''
      },
      /have another digest/,
    ],
    ['are gone', (files, names) => names.map((name) => delete files[name]), null],
  ])('the suite that the next commit is compared with, when its test results %s', async (_, act, words) => {
    await branch.red('b')
    const again = await runAfter(({ files }) =>
      act(
        files,
        Object.keys(files).filter((name) => name.startsWith('test-results/')),
      ),
    )
    await branch.repo.git('reset', '--quiet', '--hard', 'HEAD~1')
    expect(again).toMatchObject({ executions: 3, ran: 3, verdicts: [...run.verdicts, 'red accepted'] })
    if (words) expect(again.judged.notes).toContainEqual(expect.stringMatching(words))
  })
})
