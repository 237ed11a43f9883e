import { createHash } from 'node:crypto'
import nock from 'nock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDigest } from '../../../../src/evidence/digest.ts'
import type { EvidenceDocument, EvidenceIndex } from '../../../../src/evidence/document.ts'
import { getAudience } from '../../../../src/evidence/set.ts'
import { createClient } from '../../../../src/github/client.ts'
import { connect } from '../../../../src/github/connect.ts'
import { getWorkflowPath } from '../../../../src/github/read/evidence/past-runs.ts'
import { type EvidenceQuestion, findEvidence } from '../../../../src/github/read/evidence/previous-evidence.ts'
import { createKeySet, verifyToken } from '../../../../src/github/read/evidence/token.ts'
import { API, type GitHubStub, stubGitHub } from '../../../support/github/stub.ts'
import { getJudgingJob } from '../../../support/judging-job.ts'
import {
  ARTIFACT,
  aDocument,
  anIndex,
  aRecord,
  getFiles,
  HEAD,
  REPOSITORY,
  RUN,
  TESTS,
  WORKFLOW,
} from '../../../support/past-run.ts'
import { startTokenServer, type TokenServer } from '../../../support/token-server.ts'
import { zip } from '../../../support/zip.ts'

const RUNS = 'GET /repos/{owner}/{repo}/actions/runs'
const ARTIFACTS = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts'
const DOWNLOAD = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'
const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const JOBS = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs'
/** Within the job that judges, which takes two minutes at the end of its run. */
const UPLOADED = '2026-01-01T12:09:30Z'
const HONEST = { attempt: 1, startedAt: '2026-01-01T12:08:00Z', endedAt: '2026-01-01T12:10:00Z' }
const STORE = 'https://store.example'
const JUDGE = 'acme/tdd-gate/.github/workflows/tdd-gate.yml'
const GITHUB_TREE = '9'.repeat(40)

let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
})
afterAll(() => server[Symbol.asyncDispose]())

function question(change: Partial<EvidenceQuestion> = {}): EvidenceQuestion {
  const keys = createKeySet(server.issuer)
  return {
    repository: REPOSITORY,
    pullRequest: 5,
    head: { branch: 'feature', isFork: false },
    workflowPath: WORKFLOW,
    runId: '8000',
    artifactName: () => ARTIFACT,
    githubTreeAt: async () => GITHUB_TREE,
    baseGithubTree: GITHUB_TREE,
    minimum: 'self-published',
    verifyToken: (token, expected) =>
      verifyToken(
        token,
        {
          ...expected,
          issuer: server.issuer,
          repositoryId: '42',
          workflows: [{ path: JUDGE, sha: null, ref: 'refs/tags/v1' }],
          allowsSelfHosted: false,
        },
        keys,
      ),
    ...change,
  }
}
const find = (change: Partial<EvidenceQuestion> = {}) =>
  findEvidence(connect({ token: 't', baseUrl: API, retryBaseMs: 1 }), question(change))

const sign = (index: EvidenceIndex, change: object = {}) => {
  const iat = Date.UTC(2026, 0, 1, 12, 9) / 1000
  return server.sign({
    iss: server.issuer,
    aud: getAudience(index),
    iat,
    nbf: iat - 600,
    exp: iat + 300,
    repository_id: '42',
    run_id: index.run.id,
    run_attempt: String(index.run.attempt),
    event_name: index.run.event,
    runner_environment: 'github-hosted',
    job_workflow_ref: `${JUDGE}@refs/tags/v1`,
    job_workflow_sha: 'e'.repeat(40),
    ...change,
  })
}

/** The files of an honest, attested run; `change` then does to them what a forger would. */
async function attested(change: (files: Record<string, string>) => void = () => undefined): Promise<Buffer> {
  const index = anIndex([aDocument()])
  const files = { ...getFiles(index, [aDocument()]), 'evidence/token.jwt': await sign(index) }
  change(files)
  return await zip(files)
}

const listing = (...runs: object[]): GitHubStub =>
  stubGitHub().on(RUNS, { answer: { total_count: runs.length, workflow_runs: runs } })

function withArtifact(stub: GitHubStub, bytes: Buffer, given: { run?: number; artifact?: object } = {}): GitHubStub {
  const run = given.run ?? 7001
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const artifact = {
    id: run + 1,
    name: ARTIFACT,
    size_in_bytes: bytes.length,
    digest,
    expired: false,
    ...given.artifact,
  }
  nock(STORE).get(`/${run}`).reply(200, bytes)
  return stub
    .on(ARTIFACTS, { params: { run_id: run }, answer: { total_count: 1, artifacts: [artifact] } })
    .on(DOWNLOAD, { params: { artifact_id: run + 1 }, status: 302, headers: { location: `${STORE}/${run}` } })
}

const KEY = aDocument().key

describe('found', () => {
  test('evidence is found by its tree, attested by its token, with its test results', async () => {
    using stub = withArtifact(listing(aRecord()), await attested())
    const store = await find()
    expect(store.notes).toEqual([])
    expect(store.find(KEY)).toEqual(aDocument())
    expect(store.readRun(toDigest(TESTS))).toEqual(TESTS)
    expect(store.find('x'.repeat(64))).toBeNull()
    expect(store.readRun('x'.repeat(64))).toBeNull()
    expect(stub.calls()).toEqual([
      'GET /repos/acme/shop/actions/runs?branch=feature&per_page=100&exclude_pull_requests=true',
      'GET /repos/acme/shop/actions/runs/7001/artifacts?name=tdd-gate',
      'GET /repos/acme/shop/actions/artifacts/7002/zip',
    ])
  })

  test.each(['verified-run', 'self-published'] as const)(
    'without a token it is %s, as it says itself',
    async (level) => {
      const document = aDocument({ level })
      const bytes = await zip(getFiles(anIndex([document], { level }), [document]))
      using _ = withArtifact(listing(aRecord()), bytes)
      expect((await find()).find(KEY)?.level).toBe(level)
    },
  )

  test('evidence is found while its run still goes on', async () => {
    const artifact = { created_at: '2026-01-01T12:09:30Z' }
    const record = aRecord({ status: 'in_progress', updated_at: '2026-01-01T12:01:00Z' })
    using _ = withArtifact(listing(record), await attested(), { artifact })
    expect((await find()).find(KEY)?.level).toBe('attested')
  })

  test('evidence is found in a workflow that was required with its ref', async () => {
    using _ = withArtifact(listing(aRecord({ path: `${WORKFLOW}@refs/heads/main` })), await attested())
    expect((await find()).find(KEY)).not.toBeNull()
  })

  test('evidence is found in a run of the same branch without a pull request', async () => {
    const run = { ...RUN, event: 'push' }
    const document = aDocument({ pullRequest: null, run })
    const index = anIndex([document], { pullRequest: null, run })
    const bytes = await zip({ ...getFiles(index, [document]), 'evidence/token.jwt': await sign(index) })
    using _ = withArtifact(listing(aRecord({ event: 'push' })), bytes)
    expect((await find()).find(KEY)?.level).toBe('attested')
  })

  test('evidence for a pull request from a fork is found in runs of that fork only', async () => {
    const stub = stubGitHub().on(PULL, { params: { pull_number: 5 }, answer: { head: { repo: { id: 77 } } } })
    const stranger = aRecord({ id: 7100, head_repository: { id: 66 } })
    stub.on(RUNS, { answer: { total_count: 2, workflow_runs: [stranger, aRecord({ head_repository: { id: 77 } })] } })
    using _ = withArtifact(stub, await attested())
    const store = await find({ head: { branch: 'feature', isFork: true } })
    expect(store.find(KEY)).not.toBeNull()
    expect(store.notes).toEqual([expect.stringMatching(/run 7100 .*another repository/)])
  })

  test.each([
    ['that is gone', 5, { repo: null }],
    ['of no pull request', null, null],
  ])('for a fork %s nothing is believed', async (_, pullRequest, head) => {
    using stub = stubGitHub()
    if (head !== null) stub.on(PULL, { params: { pull_number: 5 }, answer: { head } })
    const store = await find({ pullRequest, head: { branch: 'feature', isFork: true } })
    expect(store.notes).toEqual([expect.stringMatching(/fork/)])
  })
})

describe('not looked at', () => {
  test.each([
    ['the current run', { id: 8000 }],
    ['another workflow', { path: '.github/workflows/other.yml' }],
  ])('%s', async (_, given) => {
    using _stub = listing(aRecord(given))
    const store = await find()
    expect(store.find(KEY)).toBeNull()
    expect(store.notes).toEqual([])
  })

  test.each([
    ['no artifact', []],
    ['an artifact that has expired', [{ id: 1, name: ARTIFACT, expired: true }]],
    ['an artifact of another name', [{ id: 1, name: 'tdd-gate-recording', expired: false }]],
  ])('a run with %s is ignored', async (_, artifacts) => {
    using _stub = listing(aRecord()).on(ARTIFACTS, {
      params: { run_id: 7001 },
      answer: { total_count: artifacts.length, artifacts },
    })
    expect((await find()).notes).toEqual([
      'Run 7001 holds no reusable evidence (not stored yet, expired or deleted): all commits are measured.',
    ])
  })

  test('a run without artifact is not worth a word beside one that has it', async () => {
    using _stub = withArtifact(listing(aRecord(), aRecord({ id: 7100 })), await attested()).on(ARTIFACTS, {
      params: { run_id: 7100 },
      answer: { total_count: 0, artifacts: [] },
    })
    expect((await find()).notes).toEqual([])
  })

  test('more runs than the limit, the oldest first', async () => {
    const records = Array.from({ length: 12 }, (_, i) =>
      aRecord({ id: 100 + i, created_at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString() }),
    )
    using stub = listing(...records)
    for (let id = 111; id > 108; id -= 1) {
      stub.on(ARTIFACTS, { params: { run_id: id }, answer: { total_count: 0, artifacts: [] } })
    }
    await find({ limits: { runs: 3 } })
    expect(
      stub
        .calls()
        .slice(1)
        .map((call) => call.match(/runs\/(\d+)/)?.[1]),
    ).toEqual(['111', '110', '109'])
  })

  test('older runs, once enough is known', async () => {
    using stub = withArtifact(
      listing(aRecord(), aRecord({ id: 6000, created_at: '2025-12-01T00:00:00Z' })),
      await attested(),
    )
    await find({ limits: { accepted: 1 } })
    expect(stub.calls()).toHaveLength(3)
  })
})

describe('refused by the record of the run, before anything is downloaded', () => {
  test.each<[string, object, RegExp]>([
    ['another repository', { repository: { id: 43 } }, /another repository/],
    ["a stranger's fork with a branch of that name", { head_repository: { id: 66 } }, /another repository/],
    ['a fork that is gone', { head_repository: null }, /another repository/],
    ['another branch', { head_branch: 'main' }, /another branch/],
    ['an event that lets strangers run with rights', { event: 'pull_request_target' }, /event/],
  ])('%s', async (_, given, words) => {
    using _stub = listing(aRecord(given))
    const store = await find()
    expect(store.find(KEY)).toBeNull()
    expect(store.notes).toEqual([expect.stringMatching(words)])
    expect(store.notes[0]).toContain('run 7001')
  })

  test.each<[string, Partial<EvidenceQuestion>, RegExp]>([
    ['workflows that the branch changed', { githubTreeAt: async () => '8'.repeat(40) }, /\.github at its head is not/],
    ['a head that no longer exists', { githubTreeAt: async () => null }, /cannot be read/],
    ['a base without workflows', { baseGithubTree: null, githubTreeAt: async () => null }, /base branch has no/],
  ])('%s', async (_, change, words) => {
    using _stub = listing(aRecord()).on(ARTIFACTS, {
      params: { run_id: 7001 },
      answer: { total_count: 1, artifacts: [{ id: 1, name: ARTIFACT, expired: false }] },
    })
    const store = await find(change)
    expect(store.find(KEY)).toBeNull()
    expect(store.notes).toEqual([expect.stringMatching(words)])
  })
})

async function refusedWith(
  bytes: Buffer,
  change: Partial<EvidenceQuestion> = {},
  artifact: object = {},
  jobs: readonly object[] | null = null,
): Promise<string> {
  using stub = withArtifact(listing(aRecord()), bytes, { artifact: { created_at: UPLOADED, ...artifact } })
  if (jobs !== null)
    stub.on(JOBS, { params: { run_id: 7001, attempt_number: 1 }, answer: { total_count: jobs.length, jobs } })
  const store = await find(change)
  expect(store.find(KEY)).toBeNull()
  expect(store.readRun(toDigest(TESTS))).toBeNull()
  expect(store.notes).toHaveLength(1)
  return store.notes[0] ?? ''
}

describe('forged', () => {
  const replay = async (document: Partial<EvidenceDocument>, index: Partial<EvidenceIndex>) => {
    const made = aDocument(document)
    const list = anIndex([made], index)
    return await refusedWith(await zip({ ...getFiles(list, [made]), 'evidence/token.jwt': await sign(list) }))
  }
  const other = (change: object) => ({ run: { ...RUN, ...change } })

  test.each<[string, Partial<EvidenceDocument>, Partial<EvidenceIndex>, RegExp]>([
    ['from another repository', {}, { repository: { id: '43', name: 'acme/shop' } }, /another repository/],
    ['from another pull request', { pullRequest: 6 }, { pullRequest: 6 }, /another pull request/],
    ['from another run', other({ id: '6999' }), other({ id: '6999' }), /another run/],
    ['from another attempt', other({ attempt: 2 }), other({ attempt: 2 }), /another attempt/],
    ['from another event', other({ event: 'push' }), other({ event: 'push' }), /another event/],
    ['from another commit', other({ head: 'f'.repeat(40) }), other({ head: 'f'.repeat(40) }), /another head/],
    ['a document of another run among those of this one', other({ id: '6999' }), {}, /written by run 6999/],
  ])('replayed %s', async (_, document, index, words) => {
    expect(await replay(document, index)).toMatch(words)
  })

  const edit = (name: string, from: string, to: string) => (files: Record<string, string>) => {
    files[name] = (files[name] ?? '').replace(from, to)
  }
  const DOCUMENT = `evidence/${HEAD}.json`

  test.each<[string, (files: Record<string, string>) => void, RegExp]>([
    ['a document that was edited', edit(DOCUMENT, '"durationMs":', '"durationMs":1'), /does not match the index/],
    ['a document that is gone', (files) => delete files[DOCUMENT], /does not contain evidence\/a+\.json/],
    [
      'an index that was edited',
      edit('evidence/index.json', 'd'.repeat(64), '0'.repeat(64)),
      /token is bound to other evidence/,
    ],
    ['an index that is gone', (files) => delete files['evidence/index.json'], /does not contain evidence\/index\.json/],
    [
      'an index that is something else',
      (files) => Object.assign(files, { 'evidence/index.json': '[]' }),
      /index of the evidence does not have the format/,
    ],
    ['a token that is gone', (files) => delete files['evidence/token.jwt'], /contains no token/],
    ['a token that is none', (files) => Object.assign(files, { 'evidence/token.jwt': 'trust me' }), /not a token/],
    ['a program of its own', (files) => Object.assign(files, { 'evidence/run.sh': '' }), /run\.sh/],
  ])('%s', async (_, change, words) => {
    expect(await refusedWith(await attested(change))).toMatch(words)
  })

  test.each<[string, object, RegExp]>([
    ['of another repository', { repository_id: '43' }, /repository 43/],
    ['of another run', { run_id: '6999' }, /run 6999/],
    ['of another workflow', { job_workflow_ref: 'evil/x/.github/workflows/y.yml@refs/tags/v1' }, /not trusted/],
    ['of another time', { iat: 1_700_000_000, nbf: 1_700_000_000, exp: 1_700_000_300 }, /expired/],
  ])('a token %s', async (_, claims, words) => {
    const index = anIndex([aDocument()])
    const files = { ...getFiles(index, [aDocument()]), 'evidence/token.jwt': await sign(index, claims) }
    expect(await refusedWith(await zip(files))).toMatch(words)
  })

  test('other bytes than GitHub has noted', async () => {
    expect(await refusedWith(await attested(), {}, { digest: `sha256:${'0'.repeat(64)}` })).toMatch(/digest/)
  })

  test('test results that were edited', async () => {
    const name = `test-results/${toDigest(TESTS)}.json`
    using _ = withArtifact(listing(aRecord()), await attested(edit(name, 'what ran', 'what passed')))
    const store = await find()
    expect(store.readRun(toDigest(TESTS))).toBeNull()
    expect(store.notes).toEqual([expect.stringMatching(/another digest/)])
  })
})

test('a level below the wanted one is refused', async () => {
  const document = aDocument({ level: 'self-published' })
  const bytes = await zip(getFiles(anIndex([document], { level: 'self-published' }), [document]))
  const jobs = [getJudgingJob(HONEST)]
  expect(await refusedWith(bytes, { minimum: 'verified-run' }, {}, jobs)).toMatch(
    /self-published, but verified-run is required/,
  )
})

describe("where no token vouches for evidence, it is the judge's own", () => {
  const unattested = async () => {
    const document = aDocument({ level: 'verified-run' })
    return await zip(getFiles(anIndex([document], { level: 'verified-run' }), [document]))
  }
  const minimum = 'verified-run' as const
  const UPLOADED_AT = { created_at: UPLOADED }
  /** Nothing is downloaded where the answer is no. */
  const asking = (jobs: readonly object[], artifacts: readonly object[]) =>
    listing(aRecord())
      .on(ARTIFACTS, { params: { run_id: 7001 }, answer: { total_count: artifacts.length, artifacts } })
      .on(JOBS, { params: { run_id: 7001, attempt_number: 1 }, answer: { total_count: jobs.length, jobs } })
  const named = (given: object = {}) => ({ id: 1, name: ARTIFACT, expired: false, ...UPLOADED_AT, ...given })

  test.each([
    ['passed', 'success'],
    ['failed, as it does for a RED commit', 'failure'],
  ])('which the job kept that judged and %s', async (_, verdict) => {
    const jobs = [getJudgingJob({ ...HONEST, verdict }), { ...getJudgingJob(HONEST), name: 'tdd-gate / measure (1)' }]
    using stub = withArtifact(listing(aRecord()), await unattested(), { artifact: UPLOADED_AT })
    stub.on(JOBS, { params: { run_id: 7001, attempt_number: 1 }, answer: { total_count: 2, jobs } })
    const store = await find({ minimum })
    expect(store.notes).toEqual([])
    expect(store.find(aDocument().key)).not.toBeNull()
  })

  test.each<[string, readonly object[], RegExp]>([
    ['was there before the judge could upload', [getJudgingJob({ ...HONEST, kept: 'failure' })], /could not store/],
    ['is of a judge that never came to keep any', [getJudgingJob({ ...HONEST, kept: 'skipped' })], /could not store/],
    ['is of a judge that was cancelled', [getJudgingJob({ ...HONEST, verdict: 'cancelled' })], /no verdict/],
    ['is of a judge that still judges', [getJudgingJob({ ...HONEST, verdict: null })], /no verdict/],
    ['is of a run without a judge', [{ ...getJudgingJob(HONEST), name: 'build' }], /has no judging job/],
    ['is of a job that is called like a judge', [{ ...getJudgingJob(HONEST), name: 'misjudge' }], /has no judging job/],
    ['is of a judge of another attempt', [getJudgingJob({ ...HONEST, attempt: 2 })], /has no judging job/],
    ['is of two judges', [getJudgingJob(HONEST), getJudgingJob({ ...HONEST, name: 'x / judge' })], /2 judging jobs/],
  ])('and none that %s', async (_, jobs, words) => {
    using _stub = asking(jobs, [named()])
    expect((await find({ minimum })).notes).toEqual([expect.stringMatching(words)])
  })

  test.each([
    ['uploaded while tests ran', { created_at: '2026-01-01T12:07:59Z' }, /before the judging job started/],
    [
      "put in the place of the judge's when that had ended",
      { created_at: '2026-01-01T12:10:01Z' },
      /after the judging job ended/,
    ],
    ['whose time of upload is unknown', { created_at: null }, /before the judging job started/],
  ])('and none that was %s', async (_, given, words) => {
    using _stub = asking([getJudgingJob(HONEST)], [named(given)])
    expect((await find({ minimum })).notes).toEqual([expect.stringMatching(words)])
  })
})

test.each([
  ['two artifacts', { id: 2 }],
  ['an artifact that is there and one that has expired', { id: 2, expired: true }],
])('no evidence counts of %s of one name in a run', async (_, second) => {
  const artifacts = [
    { id: 1, name: ARTIFACT, expired: false },
    { name: ARTIFACT, expired: false, ...second },
  ]
  for (const minimum of ['attested', 'verified-run', 'self-published'] as const) {
    using _stub = listing(aRecord()).on(ARTIFACTS, { params: { run_id: 7001 }, answer: { total_count: 2, artifacts } })
    expect((await find({ minimum })).notes).toEqual([expect.stringMatching(/has 2 artifacts named tdd-gate/)])
  }
})

test('a document that claims another level than its index is refused', async () => {
  const document = aDocument({ level: 'verified-run' })
  const index = anIndex([document])
  const bytes = await zip({ ...getFiles(index, [document]), 'evidence/token.jwt': await sign(index) })
  expect(await refusedWith(bytes)).toMatch(/level/)
})

test('one refused run does not hide an honest one', async () => {
  using stub = listing(aRecord({ id: 7500, created_at: '2026-01-02T00:00:00Z' }), aRecord())
  withArtifact(withArtifact(stub, await attested(), { run: 7500 }), await attested())
  const store = await find()
  expect(store.notes).toEqual([expect.stringMatching(/run 7500 .*another run/)])
  expect(store.find(KEY)).not.toBeNull()
})

test('a token without permission to read runs is reported, and all commits are measured', async () => {
  using _ = stubGitHub().on(RUNS, { status: 403, answer: { message: 'Resource not accessible by integration' } })
  const store = await find()
  expect(store.find(KEY)).toBeNull()
  expect(store.notes).toEqual([expect.stringMatching(/all commits are measured.*actions\/runs/)])
})

test.each([
  ['acme/shop/.github/workflows/tdd.yml@refs/heads/main', '.github/workflows/tdd.yml'],
  ['acme/shop/.github/workflows/tdd@2.yml@refs/pull/5/merge', '.github/workflows/tdd@2.yml'],
])('%s is the workflow %s', (reference, path) => {
  expect(getWorkflowPath(reference)).toBe(path)
})

test('GitHub Enterprise Server is an error and no note, because nothing that is measured there can be kept', async () => {
  const headers = { 'x-github-enterprise-version': 'enterprise-server@3.19.0' }
  const github = createClient(async () => ({ status: 200, url: API, headers, data: {} as never }), 'job')
  await expect(findEvidence(github, question())).rejects.toMatchObject({ code: 'github-unsupported' })
})
