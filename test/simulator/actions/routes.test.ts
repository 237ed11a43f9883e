import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS, openArchive } from '../../../src/github/read/evidence/archive.ts'
import { openSmallWorld, type SmallRepository, type SmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'
const TOKEN = 'ghp_mona'
const UPLOAD = `on: [push, workflow_dispatch]
jobs:
  build:
    runs-on: x
    steps:
      - run: echo "$GITHUB_RUN_ATTEMPT" > out.txt; [ ! -e fail ]
      - uses: actions/checkout@v7
        with: { path: deep }
      - uses: actions/upload-artifact@v7
        with: { name: out, path: out.txt }
      - run: '[ ! -e deep/fail ]'
`

interface Data {
  readonly total_count: number
  readonly workflow_runs: readonly { readonly head_sha: string; readonly pull_requests: readonly unknown[] }[]
  readonly artifacts: readonly object[]
}

interface Api {
  readonly small: SmallWorld
  readonly shop: SmallRepository
  readonly ask: (
    route: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly data: Data; readonly location: string | null }>
}

async function told(story: (api: Api) => Promise<void>): Promise<void> {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  small.world.tokens.set(TOKEN, { caller: { kind: 'user', user: small.user('mona') }, expiresAt: Date.now() + 60_000 })
  const ask: Api['ask'] = async (route, body) => {
    const [method = '', path = ''] = route.split(' ')
    const response = await fetch(`${small.world.apiUrl}/repos/acme/shop${path}`, {
      method,
      redirect: 'manual',
      headers: { authorization: `token ${TOKEN}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      data: text === '' ? null : JSON.parse(text),
      location: response.headers.get('location'),
    }
  }
  await story({ small, shop, ask })
}

describe('runs', () => {
  test('are listed, the newest first, by what is asked for', () =>
    told(async ({ shop, ask }) => {
      const first = await shop.run({ [FILE]: UPLOAD })
      const second = await shop.run({ fail: 'x' }, { branch: 'work' })
      const shas = async (query: string) =>
        (await ask(`GET /actions/runs${query}`)).data.workflow_runs.map(({ head_sha }) => head_sha)
      expect(await shas('')).toEqual([second, first])
      expect(await shas('?branch=work')).toEqual([second])
      expect(await shas(`?head_sha=${first}`)).toEqual([first])
      expect(await shas('?event=pull_request')).toEqual([])
      expect(await shas('?event=push&per_page=1')).toEqual([second])
      expect(await shas('?per_page=1&page=2')).toEqual([first])
      expect(await shas('?status=failure')).toEqual([second])
      expect(await shas('?status=completed')).toEqual([second, first])
      expect((await ask('GET /actions/runs')).data.total_count).toBe(2)
    }))

  test('are described in full; one of another repository is not there', () =>
    told(async ({ small, shop, ask }) => {
      const head_sha = await shop.run({ [FILE]: UPLOAD })
      const [run] = shop.repository.runs
      const { data } = await ask(`GET /actions/runs/${run?.id}`)
      expect(data).toMatchObject({
        id: run?.id,
        head_sha,
        head_branch: 'main',
        path: FILE,
        event: 'push',
        status: 'completed',
        conclusion: 'success',
        run_attempt: 1,
        run_number: 1,
        actor: { login: 'mona' },
        repository: { id: shop.repository.id },
        head_repository: { id: shop.repository.id },
        check_suite_id: run?.suite.id,
        referenced_workflows: [],
      })
      const other = small.repository('acme/other')
      await other.run({ [FILE]: UPLOAD })
      expect((await ask(`GET /actions/runs/${other.repository.runs[0]?.id}`)).status).toBe(404)
    }))

  test('tell of the pull request that they are for', () =>
    told(async ({ small, shop, ask }) => {
      await shop.run({ [FILE]: UPLOAD.replace('push', 'pull_request') })
      shop.push({ 'a.txt': 'a' }, { branch: 'work' })
      shop.open('work')
      await small.actions.settled()
      const path = `/actions/runs/${shop.repository.runs[0]?.id}`
      expect((await ask(`GET ${path}`)).data).toMatchObject({
        display_title: 'A change',
        pull_requests: [{ number: 1 }],
      })
      const { data } = await ask('GET /actions/runs?exclude_pull_requests=true')
      expect(data.workflow_runs[0]?.pull_requests).toEqual([])
    }))

  test('run again, are approved and cancelled only when that can be', () =>
    told(async ({ small, shop, ask }) => {
      await shop.run({ [FILE]: UPLOAD, fail: 'x' })
      const path = `/actions/runs/${shop.repository.runs[0]?.id}`
      expect((await ask(`POST ${path}/rerun`)).status).toBe(201)
      await small.actions.settled()
      expect((await ask(`POST ${path}/rerun-failed-jobs`)).status).toBe(201)
      expect((await ask(`POST ${path}/rerun`)).status).toBe(403)
      await small.actions.settled()
      expect((await ask(`GET ${path}`)).data).toMatchObject({
        run_attempt: 3,
        previous_attempt_url: expect.stringContaining('/attempts/2'),
      })
      expect((await ask(`POST ${path}/approve`)).status).toBe(403)
      expect((await ask(`POST ${path}/cancel`)).status).toBe(409)
    }))

  test('are started by hand', () =>
    told(async ({ small, shop, ask }) => {
      await shop.run({ [FILE]: UPLOAD })
      expect((await ask('POST /actions/workflows/ci.yml/dispatches', { ref: 'main' })).status).toBe(204)
      expect((await ask('POST /actions/workflows/ci.yml/dispatches', { ref: 'none' })).status).toBe(422)
      expect((await ask('POST /actions/workflows/none.yml/dispatches', { ref: 'main' })).status).toBe(422)
      await small.actions.settled()
      expect(shop.repository.runs.map(({ event }) => event)).toEqual(['push', 'workflow_dispatch'])
    }))
})

describe('artifacts', () => {
  test('are listed, of a run or of all, and by name', () =>
    told(async ({ small, shop, ask }) => {
      await shop.run({ [FILE]: UPLOAD })
      await shop.run({ 'a.txt': 'a' })
      const [run] = shop.repository.runs
      small.actions.rerun(run!, small.user('mona'))
      await small.actions.settled()
      const count = async (path: string) => (await ask(`GET ${path}`)).data.total_count
      expect(await count('/actions/artifacts')).toBe(3)
      expect(await count('/actions/artifacts?name=none')).toBe(0)
      expect(await count(`/actions/runs/${run?.id}/artifacts?name=out`)).toBe(2)
      const { data } = await ask(`GET /actions/runs/${run?.id}/artifacts`)
      expect(data.artifacts[0]).toMatchObject({
        name: 'out',
        expired: false,
        workflow_run: { id: run?.id },
        digest: expect.stringMatching(/^sha256:/),
      })
    }))

  test('come from an address that needs no token, for those who may ask for it', () =>
    told(async ({ shop, ask, small }) => {
      await shop.run({ [FILE]: UPLOAD })
      const [artifact] = shop.repository.artifacts
      const { status, location } = await ask(`GET /actions/artifacts/${artifact?.id}/zip`)
      expect([status, new URL(location ?? '').host === new URL(small.world.url).host]).toEqual([302, false])
      const bytes = Buffer.from(await (await fetch(location ?? '')).arrayBuffer())
      expect(String((await openArchive(bytes, () => true)).read('out.txt', ARCHIVE_LIMITS.entryBytes))).toBe('1\n')
      expect((await fetch((location ?? '').replace(/sig=.*/, 'sig=x'))).status).toBe(403)
      const anonymous = await fetch(`${small.world.apiUrl}/repos/acme/shop/actions/artifacts/${artifact?.id}/zip`)
      expect(anonymous.status).toBe(401)
      expect((await ask('GET /actions/artifacts/7/zip')).status).toBe(404)
      artifact!.isExpired = true
      expect((await ask(`GET /actions/artifacts/${artifact?.id}/zip`)).status).toBe(410)
    }))
})
