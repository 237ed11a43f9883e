import type { RequestListener } from 'node:http'
import { base64url, CompactSign, generateKeyPair, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createKeySet,
  type ExpectedToken,
  getIssuer,
  type TokenVerdict,
  verifyToken,
} from '../../../../src/github/read/evidence/token.ts'
import { type Signing, startTokenServer, type TokenServer } from '../../../support/token-server.ts'

const WORKFLOW = 'acme/tdd-gate/.github/workflows/tdd-gate.yml'
const SHA = 'c'.repeat(40)
const START = Date.UTC(2026, 0, 1, 12)
const IAT = START / 1000 + 60
const seconds = (count: number) => new Date(START + count * 1000)

let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const claims = (): JWTPayload => ({
  iss: server.issuer,
  aud: `tdd-gate:${'a'.repeat(64)}`,
  iat: IAT,
  nbf: IAT - 600,
  exp: IAT + 300,
  repository_id: '42',
  run_id: '7001',
  run_attempt: '1',
  event_name: 'pull_request',
  runner_environment: 'github-hosted',
  job_workflow_ref: `${WORKFLOW}@refs/tags/v1`,
  job_workflow_sha: SHA,
})
const expected = (change: Partial<ExpectedToken> = {}): ExpectedToken => ({
  issuer: server.issuer,
  audience: `tdd-gate:${'a'.repeat(64)}`,
  repositoryId: '42',
  run: { id: '7001', attempt: 1, event: 'pull_request' },
  workflows: [{ path: WORKFLOW, sha: SHA, ref: null }],
  allowsSelfHosted: false,
  at: { from: seconds(0), to: seconds(600) },
  ...change,
})

const verify = (token: string, change: Partial<ExpectedToken> = {}) =>
  verifyToken(token, expected(change), createKeySet(server.issuer))
const told = (verdict: TokenVerdict) => ('reasons' in verdict ? verdict.reasons.join('; ') : verdict.level)
const judge = async (change: JWTPayload, signing?: Signing) =>
  told(await verify(await server.sign({ ...claims(), ...change }, signing)))

test('a token of this run, signed by the issuer, attests', async () => {
  expect(await verify(await server.sign(claims()))).toEqual({ level: 'attested' })
})

describe('claims', () => {
  test.each<[string, JWTPayload, RegExp]>([
    ['another audience', { aud: `tdd-gate:${'b'.repeat(64)}` }, /audience/],
    ['several audiences', { aud: [`tdd-gate:${'a'.repeat(64)}`, 'x'] }, /aud/],
    ['another issuer', { iss: 'https://token.actions.example' }, /issued by/],
    ['another repository', { repository_id: '43' }, /repository 43/],
    ['another run', { run_id: '7002' }, /run 7002/],
    ['another attempt', { run_attempt: '2' }, /attempt 2/],
    ['another event', { event_name: 'workflow_dispatch' }, /event workflow_dispatch/],
    ['a runner of its own', { runner_environment: 'self-hosted' }, /self-hosted/],
    ['an unknown kind of runner', { runner_environment: 'cloud' }, /cloud/],
    ['another workflow', { job_workflow_ref: 'evil/x/.github/workflows/tdd-gate.yml@refs/tags/v1' }, /workflow evil/],
    ['a path that only begins alike', { job_workflow_ref: `${WORKFLOW}.yml@refs/tags/v1` }, /workflow acme/],
    ['another commit of the workflow', { job_workflow_sha: 'd'.repeat(40) }, /ddddddd/],
    ['no workflow', { job_workflow_ref: undefined }, /job_workflow_ref/],
    ['a number where words belong', { run_id: 7001 }, /run_id/],
  ])('%s', async (_, change, words) => {
    expect(await judge(change)).toMatch(words)
  })

  test('a token without expiry is refused', async () => {
    const { exp: _, ...endless } = claims()
    expect(told(await verify(await server.sign(endless)))).toMatch(/exp/)
  })

  test('every reason is listed', async () => {
    const reasons = await judge({ aud: 'x', run_id: '1', repository_id: '2' })
    expect(reasons).toMatch(/audience.*repository 2.*run 1/)
  })

  test('what a token says is quoted in one short line', async () => {
    const reasons = await judge({ event_name: `\u001b[31m\n${'x'.repeat(3000)}` })
    expect(reasons.length).toBeLessThan(300)
    expect(reasons).not.toMatch(/[\n\u001b]/)
  })
})

describe('time', () => {
  test.each<[string, JWTPayload, RegExp]>([
    ['before the run', { iat: IAT - 4000, nbf: IAT - 4600, exp: IAT - 3700 }, /expired/],
    ['after the run', { iat: IAT + 4000, nbf: IAT + 3400, exp: IAT + 4300 }, /not yet/],
    ['issued in the future of the run', { iat: IAT + 4000 }, /not yet|contradictory/],
    ['not to be used yet', { nbf: IAT + 4000, exp: IAT + 4300 }, /not yet|contradictory/],
    ['a life longer than GitHub gives', { exp: IAT + 90_000 }, /longer/],
    ['an end before the beginning', { exp: IAT - 1 }, /contradictory/],
  ])('%s', async (_, change, words) => {
    expect(await judge(change)).toMatch(words)
  })

  test('a token is judged by the time of its run, not by the time of reading', async () => {
    expect(await judge({})).toBe('attested')
    const now = { from: new Date(), to: new Date() }
    expect(told(await verify(await server.sign(claims()), { at: now }))).toMatch(/expired|not yet/)
  })

  test('clocks may differ by a minute', async () => {
    const at = { from: seconds(60 + 300 + 30), to: seconds(700) }
    expect(told(await verify(await server.sign(claims()), { at }))).toBe('attested')
  })
})

describe('trusted workflows', () => {
  const token = () => server.sign(claims())
  test.each([
    ['its commit', [{ path: WORKFLOW, sha: SHA, ref: null }], 'attested'],
    ['its tag', [{ path: WORKFLOW, sha: null, ref: 'refs/tags/v1' }], 'attested'],
    [
      'one of several',
      [
        { path: 'o/r/x.yml', sha: SHA, ref: null },
        { path: WORKFLOW, sha: SHA, ref: null },
      ],
      'attested',
    ],
    ['another tag', [{ path: WORKFLOW, sha: SHA, ref: 'refs/tags/v2' }], /not trusted/],
    ['a path alone, which every writer could change', [{ path: WORKFLOW, sha: null, ref: null }], /not trusted/],
    ['none', [], /not trusted/],
  ])('%s', async (_, workflows, words) => {
    expect(told(await verify(await token(), { workflows }))).toMatch(words)
  })

  test('a self-hosted runner counts where the policy says so', async () => {
    const own = await server.sign({ ...claims(), runner_environment: 'self-hosted' })
    expect(told(await verify(own, { allowsSelfHosted: true }))).toBe('attested')
  })
})

describe('signature', () => {
  const part = (value: object) => base64url.encode(JSON.stringify(value))

  test('a key that the issuer does not show', async () => {
    expect(await judge({}, { key: server.foreignKey })).toMatch(/signature/)
    expect(await judge({}, { key: server.foreignKey, kid: 'other' })).toMatch(/key/)
  })

  test('a token without algorithm is refused', async () => {
    expect(told(await verify(`${part({ alg: 'none' })}.${part(claims())}.`))).toMatch(/RS256|no token/)
  })

  test('the public key as a shared secret', async () => {
    const key = new TextEncoder().encode(server.publicText)
    expect(await judge({}, { key, alg: 'HS256' })).toMatch(/RS256/)
  })

  test('a payload that was changed', async () => {
    const [head, , signature] = (await server.sign(claims())).split('.')
    const forged = `${head}.${part({ ...claims(), repository_id: '43' })}.${signature}`
    expect(told(await verify(forged))).toMatch(/signature/)
  })

  test.each([
    ['', 'nothing'],
    ['a.b.c', 'letters'],
    ['x'.repeat(100_000), 'far too much'],
    ['not a token\n', 'words'],
  ])('%#: %s is no token', async (token) => {
    expect(told(await verify(token))).toMatch(/not a token|characters/)
  })

  test('a payload that is no JSON', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const signed = await new CompactSign(Buffer.from('[')).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
    expect(told(await verifyToken(signed, expected(), async () => publicKey))).toMatch(/not a token/)
  })
})

describe('keys', () => {
  test('are asked for once', async () => {
    await using fresh = await startTokenServer()
    const keys = createKeySet(fresh.issuer)
    const token = await fresh.sign({ ...claims(), iss: fresh.issuer })
    for (let i = 0; i < 3; i += 1) {
      expect(told(await verifyToken(token, expected({ issuer: fresh.issuer }), keys))).toBe('attested')
    }
    expect(fresh.asked()).toBe(1)
  })

  test.each<[string, RequestListener]>([
    ['a server that fails', (_, response) => response.writeHead(500).end()],
    ['a server that sends on', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a server that never answers', () => undefined],
    ['a server that answers without end', (_, response) => response.writeHead(200).end('x'.repeat(2_000_000))],
    ['no keys', (_, response) => response.writeHead(200).end('{}')],
  ])('%s: the token cannot be checked, and is not trusted', async (_, answer) => {
    await using broken = await startTokenServer(answer)
    const keys = createKeySet(broken.issuer, { timeoutMs: 200 })
    const token = await broken.sign({ ...claims(), iss: broken.issuer })
    expect(told(await verifyToken(token, expected({ issuer: broken.issuer }), keys))).toMatch(/keys cannot be read/)
  })
})

test.each([
  ['https://github.com', 'https://token.actions.githubusercontent.com'],
  ['https://github.com/', 'https://token.actions.githubusercontent.com'],
  ['https://acme.ghe.com', 'https://token.actions.acme.ghe.com'],
  ['https://git.acme.example', 'https://git.acme.example/_services/token'],
  ['https://notghe.com', 'https://notghe.com/_services/token'],
])('%s issues tokens as %s', (url, issuer) => {
  expect(getIssuer(url)).toBe(issuer)
})
