import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createKeySet, getIssuer } from '../../../src/github/read/evidence/token.ts'
import { openSmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'
const CALLED = '.github/workflows/called.yml'
const TOKEN_SCRIPT = `|
          curl -s -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=me" > answer.json
          node -p "'token=' + require('./answer.json').value" >> "$GITHUB_OUTPUT"`

/** A workflow that calls `called`, of the same repository or of `tools/shared`; gives the run and what came of it. */
async function call(caller: string, called: string, { isElsewhere = false } = {}) {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  const shared = small.repository('tools/shared')
  const release = shared.push({ [CALLED]: called })
  shared.git('update-ref', 'refs/tags/v1', release)
  const sha = await shop.run({ [FILE]: caller, ...(isElsewhere ? {} : { [CALLED]: called }) })
  const run = shop.repository.runs.find(({ path }) => path === FILE)
  const log = [...(run?.logs.values() ?? [])].join('\n')
  const annotations = shop.repository.checkRuns.flatMap((check) => check.annotations.map(({ message }) => message))
  return { jobs: shop.jobs(run), conclusion: run?.conclusion, log, release, run, sha, annotations, logs: run?.logs }
}

const caller = (uses: string, more = '', permissions = '') => `
on: push
${permissions}
jobs:
  first: { runs-on: x, steps: [{ run: 'true' }] }
  gate:
    needs: first
    uses: ${uses}
${more}  after:
    needs: gate
    if: always()
    runs-on: x
    steps:
      - run: echo "it said \${{ needs.gate.outputs.word }}, \${{ needs.gate.result }}"
`
const called = (jobs: string) => `
on:
  workflow_call:
    inputs:
      shards: { type: number, default: 1 }
      who: { type: string, required: true }
    outputs:
      word: { value: "\${{ jobs.inner.outputs.word }}" }
jobs:
${jobs}`
const INNER = `  inner:
    runs-on: x
    outputs: { word: "\${{ steps.a.outputs.word }}" }
    steps:
      - id: a
        run: |
          echo "word=\${{ inputs.who }}-\${{ inputs.shards == 3 && inputs.shards }}" >> "$GITHUB_OUTPUT"
          echo "job: \${{ job.workflow_repository }} \${{ job.workflow_sha }} \${{ job.workflow_ref }} in $GITHUB_REPOSITORY"
`
const WHO = '    with: { who: mona, shards: 3 }\n'
const LOCAL = `./${CALLED}`
const REMOTE = `tools/shared/${CALLED}@v1`

describe('a called workflow', () => {
  test('of the same repository gives outputs to what needs it', async () => {
    const { jobs, log, sha } = await call(caller(LOCAL, WHO), called(INNER))
    expect(jobs).toEqual(['after: success', 'first: success', 'gate / inner: success'])
    expect(log).toContain('it said mona-3, success')
    expect(log).toContain(`job: acme/shop ${sha} acme/shop/${CALLED}@refs/heads/main in acme/shop`)
  })

  test('of another repository knows itself, and runs for its caller', async () => {
    const { jobs, log, release, run } = await call(caller(REMOTE, WHO), called(INNER), { isElsewhere: true })
    expect(jobs).toContain('gate / inner: success')
    expect(log).toContain(`job: tools/shared ${release} tools/shared/${CALLED}@refs/tags/v1 in acme/shop`)
    expect(run?.referencedWorkflows).toEqual([{ path: `tools/shared/${CALLED}@v1`, sha: release, ref: 'refs/tags/v1' }])
  })

  test('may be in a matrix, and be skipped', async () => {
    const matrix = `${WHO.replace('mona', '"${{ matrix.n }}"')}    strategy: { matrix: { n: [1, 2] } }\n`
    expect((await call(caller(LOCAL, matrix), called(INNER))).jobs).toEqual([
      'after: success',
      'first: success',
      'gate (1) / inner: success',
      'gate (2) / inner: success',
    ])
    expect((await call(caller(LOCAL, `${WHO}    if: false\n`), called(INNER))).jobs).toContain('gate: skipped')
  })

  test('fails its caller', async () => {
    const { jobs, log, conclusion } = await call(
      caller(LOCAL, WHO),
      called('  inner: { runs-on: x, steps: [{ run: exit 1 }] }\n'),
    )
    expect(jobs).toEqual(['after: success', 'first: success', 'gate / inner: failure'])
    expect([conclusion, log.includes('it said , failure')]).toEqual(['failure', true])
  })

  test.each([
    [
      'that is not there',
      caller('./.github/workflows/none.yml', WHO),
      called(INNER),
      'Unable to find .github/workflows/none.yml',
    ],
    [
      'of a repository that is not there',
      caller('x/y/.github/workflows/z.yml@v1', WHO),
      called(INNER),
      'workflow was not found',
    ],
    [
      'at a version that is not there',
      caller(`tools/shared/${CALLED}@v9`, WHO),
      called(INNER),
      'workflow was not found',
    ],
    ['without an input that it needs', caller(LOCAL), called(INNER), 'Input who is required'],
    [
      'with an input that it does not know',
      caller(LOCAL, '    with: { who: a, x: b }\n'),
      called(INNER),
      'Invalid input, x',
    ],
    [
      'that cannot be called',
      caller(LOCAL, WHO),
      'on: push\njobs:\n  a: { runs-on: x, steps: [{ run: ls }] }\n',
      'not reusable',
    ],
  ])('%s fails the run before it starts', async (_, outer, inner, reason) => {
    const { jobs, conclusion, logs } = await call(outer, inner)
    expect({ jobs, conclusion }).toEqual({ jobs: [], conclusion: 'startup_failure' })
    expect(logs?.get(FILE)).toContain(reason)
  })
})

describe('permissions', () => {
  const asks = (permissions: string) =>
    called(INNER.replace('runs-on: x', `runs-on: x\n    permissions: ${permissions}`))
  const grants = (permissions: string) => `${WHO}    permissions: ${permissions}\n`

  test.each([
    ['what is usual', '', called(INNER), 'Contents: read\nMetadata: read\nPackages: read'],
    [
      'what the caller has',
      grants('{ checks: write, contents: read }'),
      called(INNER),
      'Checks: write\nContents: read\nMetadata: read',
    ],
    ['less than the caller has', grants('write-all'), asks('{ contents: read }'), 'Contents: read\nMetadata: read'],
    ['nothing', grants('write-all'), asks('{}'), 'Metadata: read'],
    ['reading only', grants('read-all'), asks('{ pull-requests: read }'), 'Metadata: read\nPullRequests: read'],
  ])('of a called job: %s', async (_, more, inner, expected) => {
    const { logs } = await call(caller(LOCAL, more === '' ? WHO : more), inner)
    expect(logs?.get('gate / inner')).toContain(`GITHUB_TOKEN Permissions\n${expected}\n##[endgroup]`)
  })

  test.each([
    ['{ contents: read }', '{ contents: write }', "requesting 'contents: write', but is only allowed 'contents: read'"],
    ['read-all', '{ id-token: write }', "requesting 'id-token: write', but is only allowed 'id-token: none'"],
  ])('with %s a called job that asks for %s is not started', async (has, wants, reason) => {
    const { conclusion, logs } = await call(caller(LOCAL, grants(has)), asks(wants))
    expect(conclusion).toBe('startup_failure')
    expect(logs?.get(FILE)).toContain(reason)
  })
})

describe('identity', () => {
  const inner = (
    permissions: string,
  ) => `on: { workflow_call: { outputs: { word: { value: "\${{ jobs.inner.outputs.token }}" } } } }
jobs:
  inner:
    runs-on: x
    permissions: ${permissions}
    outputs: { token: "\${{ steps.a.outputs.token }}" }
    steps:
      - id: a
        run: ${TOKEN_SCRIPT}
`

  test('is signed for a job that may ask, with what GitHub says of it', async () => {
    await using small = await openSmallWorld()
    const shared = small.repository('tools/shared')
    const release = shared.push({ [CALLED]: inner('{ id-token: write }') })
    shared.git('update-ref', 'refs/tags/v1', release)
    const shop = small.repository('acme/shop')
    const sha = await shop.run({ [FILE]: caller(REMOTE, '    permissions: { id-token: write }\n') })
    const [, token = ''] = /it said (\S+),/.exec(shop.log('after')) ?? []
    const { payload } = await jwtVerify(token, createKeySet(getIssuer(small.world.url)), { audience: 'me' })
    const { repository } = shop
    expect(payload).toMatchObject({
      iss: `${small.world.url}/_services/token`,
      sha,
      ref: 'refs/heads/main',
      ref_type: 'branch',
      event_name: 'push',
      base_ref: '',
      head_ref: '',
      repository: 'acme/shop',
      repository_id: String(repository.id),
      repository_owner: 'acme',
      actor: 'mona',
      run_attempt: '1',
      run_id: String(repository.runs[0]?.id),
      runner_environment: 'github-hosted',
      job_workflow_ref: `tools/shared/${CALLED}@refs/tags/v1`,
      job_workflow_sha: release,
      workflow_ref: `acme/shop/${FILE}@refs/heads/main`,
      workflow_sha: sha,
      repository_visibility: 'public',
    })
    const late = await fetch(`${small.world.url}/_services/token/idtoken?audience=me`, {
      headers: { authorization: 'bearer x' },
    })
    expect(late.status).toBe(401)
  })

  test('is not for others', async () => {
    const { log } = await call(caller(LOCAL, '    permissions: { id-token: write }\n'), inner('{ contents: none }'))
    expect(log).not.toMatch(/it said ey/)
  })
})
