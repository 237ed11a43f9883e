/** GitHub as earlier evidence is looked for: runs with their records and artifacts, trees, and the issuer of tokens. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWTPayload } from 'jose'
import type { RunOrigin } from '../../src/evidence/document.ts'
import { checkAnswer, checkRequest, complete } from './github-contract.ts'
import type { TestRepository } from './repository.ts'
import { type Signing, startTokenServer } from './token-server.ts'

/** A run as GitHub has recorded it; whatever a test changes, GitHub says from then on. */
export interface RecordedRun {
  record: Readonly<Record<string, unknown>> & { readonly id: number }
  /** None: never uploaded, or deleted. */
  artifact: { readonly name: string; bytes: Buffer; expired: boolean } | null
}

export interface RunServer extends AsyncDisposable {
  /** GITHUB_SERVER_URL; the issuer of its tokens is at `/_services/token`. */
  readonly url: string
  /** GITHUB_API_URL */
  readonly apiUrl: string
  readonly runs: RecordedRun[]
  /** Trees of `.github` in place of those that the repository has, by commit. */
  readonly trees: Map<string, string>
  /** A token of a judging job of this run; `claims` replace those of the job. */
  readonly sign: (audience: string, run: RunOrigin, claims?: JWTPayload, signing?: Signing) => Promise<string>
  readonly foreign: Signing
  /** Throws when a request or an answer broke GitHub's description. */
  readonly assertDone: () => void
}

export const REPOSITORY = { id: '812', name: 'acme/shop' }
export const WORKFLOW = '.github/workflows/tdd-gate.yml'
/** The reusable workflow that is trusted, as a step of it is told. */
export const TRUSTED = 'tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml@refs/tags/v1'

const API = '/api/v3'
const ISSUER = '/_services/token'

interface Answered {
  readonly route?: string
  readonly status?: number
  readonly body?: unknown
  readonly location?: string
  readonly bytes?: Buffer
}

export async function startRunServer(repo: TestRepository): Promise<RunServer> {
  const tokens = await startTokenServer()
  const runs: RecordedRun[] = []
  const trees = new Map<string, string>()
  const problems: string[] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname.startsWith(API)) {
      const query = Object.fromEntries(searchParams)
      problems.push(
        ...checkRequest({ method: request.method ?? '', path: pathname.slice(API.length), query, body: undefined }),
      )
    }
    const { route, status = 200, body, location, bytes } = await find(pathname, searchParams)
    const whole = route === undefined ? body : complete(route, status, body)
    if (route !== undefined) problems.push(...checkAnswer(route, status, whole))
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
    response.end(bytes ?? (whole === undefined ? '' : JSON.stringify(whole)))
  }
  const artifactOf = (id: string) => runs.find(({ record }) => String(record.id) === id)?.artifact ?? null
  const find = async (path: string, query: URLSearchParams): Promise<Answered> => {
    const repository = `${API}/repos/acme/shop`
    const [, runId] = path.match(/\/actions\/runs\/(\d+)\/artifacts$/) ?? []
    const [, artifactId] = path.match(/\/actions\/artifacts\/(\d+)\/zip$/) ?? []
    const [, commit] = path.match(/\/git\/trees\/([0-9a-f]+)$/) ?? []
    if (path === `${ISSUER}/.well-known/jwks`)
      return { body: await (await fetch(`${tokens.issuer}/.well-known/jwks`)).json() }
    if (path.startsWith('/store/')) return { bytes: artifactOf(path.slice('/store/'.length))?.bytes ?? Buffer.alloc(0) }
    if (path === `${repository}/actions/runs`) {
      const listed = runs.map(({ record }) => record).filter((one) => one['head_branch'] === query.get('branch'))
      return {
        route: 'GET /repos/{owner}/{repo}/actions/runs',
        body: { total_count: runs.length, workflow_runs: listed },
      }
    }
    if (runId !== undefined) return artifactsOf(runId, artifactOf(runId), query.get('name'))
    if (artifactId !== undefined)
      return {
        route: 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}',
        status: 302,
        location: `${url}/store/${artifactId}`,
      }
    if (commit !== undefined) return githubTreeOf(commit)
    return { status: 404, body: { message: 'Not Found' } }
  }
  const githubTreeOf = async (commit: string): Promise<Answered> => {
    const own = await repo.git('rev-parse', `${commit}:.github`).catch(() => null)
    const sha = trees.get(commit) ?? own
    const tree = sha === null ? [] : [{ path: '.github', type: 'tree', sha }]
    return { route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}', body: { sha: commit, tree, truncated: false } }
  }
  return {
    url,
    apiUrl: `${url}${API}`,
    runs,
    trees,
    sign: (aud, run, claims = {}, signing = {}) =>
      tokens.sign({ ...claimsOf(run), iss: `${url}${ISSUER}`, aud, ...claims }, signing),
    foreign: { key: tokens.foreignKey },
    assertDone: () => {
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    [Symbol.asyncDispose]: async () => {
      await tokens[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function artifactsOf(runId: string, artifact: RecordedRun['artifact'], name: string | null): Answered {
  const { bytes = Buffer.alloc(0), expired } = artifact ?? {}
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const one = { id: Number(runId), name: artifact?.name, size_in_bytes: bytes.length, digest, expired }
  const artifacts = artifact?.name === name ? [one] : []
  return {
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts',
    body: { total_count: artifacts.length, artifacts },
  }
}

/** The claims that a judging job of this run has. */
function claimsOf({ id, attempt, event }: RunOrigin): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  return {
    iat: now,
    nbf: now - 600,
    exp: now + 300,
    repository_id: REPOSITORY.id,
    run_id: id,
    run_attempt: String(attempt),
    event_name: event,
    runner_environment: 'github-hosted',
    job_workflow_ref: TRUSTED,
    job_workflow_sha: 'e'.repeat(40),
  }
}
