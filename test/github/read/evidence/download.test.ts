import { createHash } from 'node:crypto'
import nock from 'nock'
import { expect, test } from 'vitest'
import { GateError } from '../../../../src/core/model/errors.ts'
import { connect } from '../../../../src/github/connect.ts'
import { downloadArtifact, type WantedArtifact } from '../../../../src/github/read/evidence/download.ts'
import { API, type GitHubStub, stubGitHub } from '../../../support/github/stub.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'
const STORE = 'https://store.example'
const REPO = { owner: 'acme', repo: 'shop' }
const BYTES = Buffer.from('PK and so on')
const digest = `sha256:${createHash('sha256').update(BYTES).digest('hex')}`
const artifact: WantedArtifact = { id: 11, size: BYTES.length, digest }

const redirecting = (location: string, status = 302): GitHubStub =>
  stubGitHub().on(ROUTE, { params: { artifact_id: 11 }, status, headers: { location } })
const download = (wanted = artifact, limits = {}) =>
  downloadArtifact(connect({ token: 'secret-token', baseUrl: API, retryBaseMs: 1 }), REPO, wanted, limits)

async function getRefusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GateError)) throw error
  return `${error.code}: ${error.message}`
}

test('follows to the store, which never sees the token', async () => {
  using _ = redirecting(`${STORE}/zip?sig=1`)
  const seen: Headers[] = []
  nock(STORE)
    .get('/zip?sig=1')
    .reply((request: Request) => {
      seen.push(request.headers)
      return [200, BYTES]
    })
  expect(await download()).toEqual(BYTES)
  expect(seen[0]?.has('authorization')).toBe(false)
})

test('an artifact without digest is taken as it is', async () => {
  using _ = redirecting(`${STORE}/zip`)
  nock(STORE).get('/zip').reply(200, BYTES)
  expect(await download({ ...artifact, digest: null })).toEqual(BYTES)
})

test('other bytes than GitHub has noted are refused', async () => {
  using _ = redirecting(`${STORE}/zip`)
  nock(STORE).get('/zip').reply(200, 'swapped')
  expect(await getRefusal(download())).toMatch(/bad-artifact: .*digest/)
})

test('what is too large is not even asked for', async () => {
  using _ = stubGitHub()
  expect(await getRefusal(download({ ...artifact, size: 1e9 }))).toMatch(/bad-artifact: .*1000000000 bytes/)
})

test('what is larger than it was said to be is cut off', async () => {
  using _ = redirecting(`${STORE}/zip`)
  nock(STORE).get('/zip').reply(200, Buffer.alloc(100_000))
  expect(await getRefusal(download(artifact, { maxBytes: 50_000 }))).toMatch(/bad-artifact: .*50000/)
})

test.each([
  ['an address without encryption', 'http://store.example/zip'],
  ['a file', 'file:///etc/passwd'],
  ['no address', ''],
  ['credentials in the address', 'https://me:secret@store.example/zip'],
])('%s is not followed', async (_, location) => {
  using _stub = redirecting(location)
  expect(await getRefusal(download())).toMatch(/github-unavailable: .*address/)
})

test('a store that sends on is not followed further', async () => {
  using _ = redirecting(`${STORE}/zip`)
  nock(STORE).get('/zip').reply(302, '', { location: 'https://elsewhere.example/' })
  expect(await getRefusal(download())).toMatch(/github-unavailable/)
})

test('a failing store is reported', async () => {
  using _ = redirecting(`${STORE}/zip?sig=secret`)
  nock(STORE).get('/zip?sig=secret').reply(500, 'oops')
  const result = await getRefusal(download())
  expect(result).toMatch(/github-unavailable: .*500/)
  expect(result).not.toContain('secret')
})

test('a missing artifact is reported', async () => {
  using _ = stubGitHub().on(ROUTE, {
    params: { artifact_id: 11 },
    status: 410,
    answer: { message: 'Artifact has expired' },
  })
  expect(await getRefusal(download())).toMatch(/github-refused: .*expired/)
})
