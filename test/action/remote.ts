/** A server's repository and the clones that jobs make of it: `file://<folder>/acme/shop.git`, as `actions/checkout` would. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Subject } from '../../src/intake/subject.ts'
import { getFolder } from '../support/folder.ts'
import type { TestRepository } from '../support/repository.ts'

export interface Remote {
  /** The value for GITHUB_SERVER_URL. */
  readonly serverUrl: string
  /** The folder above acme/shop.git. */
  readonly folder: string
  readonly dir: string
  /** Runs git in the bare repository. */
  readonly git: (...args: readonly string[]) => string
  /** `git clone` with these options, into a fresh folder. */
  readonly clone: (...options: readonly string[]) => string
}

const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
const run = (args: readonly string[], cwd?: string) =>
  execFileSync('git', [...args], { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** All branches of `repo` on a server; what is fetched is what GitHub lets be fetched. */
export function serve(repo: TestRepository, folder = getFolder({})): Remote {
  const dir = join(folder, 'acme', 'shop.git')
  run(['clone', '--quiet', '--bare', repo.dir, dir])
  run(['config', 'uploadpack.allowAnySHA1InWant', 'true'], dir)
  run(['config', 'uploadpack.allowFilter', 'true'], dir)
  return serverIn(folder)
}

/** The same server in another place. */
export function copyServer({ folder }: Remote): Remote {
  const copy = getFolder({})
  cpSync(folder, copy, { recursive: true })
  return serverIn(copy)
}

function serverIn(folder: string): Remote {
  const dir = join(folder, 'acme', 'shop.git')
  const serverUrl = `file://${folder}`
  return {
    serverUrl,
    folder,
    dir,
    git: (...args) => run(args, dir),
    clone: (...options) => {
      const clone = join(getFolder({}), 'clone')
      run(['clone', '--quiet', ...options, `${serverUrl}/acme/shop.git`, clone])
      return clone
    },
  }
}

/** Git's own half of a server over HTTP, for the bare repositories below `folder`. */
export function answerGit(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const env = {
    ...ENV,
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'],
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
  }
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  request.pipe(backend.stdin)
  const parts: Buffer[] = []
  backend.stdout.on('data', (part: Buffer) => parts.push(part))
  backend.on('close', () => {
    const output = Buffer.concat(parts)
    const end = output.indexOf('\r\n\r\n')
    const headers = output
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ', 2))
    const { Status: status = '200', ...rest } = Object.fromEntries(headers)
    response.writeHead(Number.parseInt(status, 10), rest).end(output.subarray(end + 4))
  })
}

/** Serves the bare repositories below `folder` over HTTP to clients with this header; returns the received headers. */
export async function serveHttp(folder: string, authorization: string) {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    if (request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
      return
    }
    answerGit(folder, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const subject = (base: string | null, head: string, changes: Partial<Subject> = {}): Subject => ({
  event: base === null ? 'push' : 'pull_request',
  repository: { id: '812', name: 'acme/shop' },
  pullRequest: base === null ? null : 7,
  base: { branch: 'main', sha: base },
  head: { branch: 'work', sha: head, isFork: false },
  sequence: null,
  ...changes,
})
