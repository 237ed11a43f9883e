/** Serves git over HTTP: `git http-backend` on the bare repositories, and before it whatever GitHub refuses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { run } from '../support/starter.ts'
import { getCaller } from './auth.ts'
import { findCommit, GIT_ENV, git, lines, tryGit, ZERO } from './git.ts'
import { grants, mayRead, mayWrite } from './permit.ts'
import { followRef, getRefusal, type RefRefusal, type RefUpdate } from './refs.ts'
import { Refusal } from './refusal.ts'
import { serially } from './serially.ts'
import { findRepository, getActor } from './state.ts'
import type { Caller, Repository, World } from './world.ts'

const GIT_PATH = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/
const RECEIVE = '/git-receive-pack'

/** Whether a request is git's. */
export function isGit(url: URL): boolean {
  return GIT_PATH.test(url.pathname)
}

/** @param root the folder of all repositories: `root/owner/name.git` */
export async function answerGit(
  world: World,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, owner = '', name = '', path = ''] = GIT_PATH.exec(url.pathname) ?? []
  const caller = await getCaller(world, request.headers.authorization).catch(() => null)
  const repository = findRepository(world, owner, name)
  const isPush = path === RECEIVE || url.searchParams.get('service') === RECEIVE.slice(1)
  const no = refusalFor(caller, repository, isPush)
  if (no !== null)
    return void response.writeHead(no.status, { 'www-authenticate': 'Basic realm="GitHub"' }).end(no.message)
  if (repository === null || caller === null) return
  const asked = { root, repository, path, query: url.search.slice(1), request }
  const sent = await buffer(request)
  const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
  const answer =
    path === RECEIVE
      ? await serially(repository, () => receive(world, asked, body, caller))
      : await backend(asked, body)
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

function refusalFor(caller: Caller | null, repository: Repository | null, isPush: boolean): Refusal | null {
  if (caller === null) return new Refusal(401, 'Bad credentials')
  const isSeen = repository !== null && mayRead(caller, repository)
  const isAnonymous = caller.kind === 'anonymous'
  if (isAnonymous && (!isSeen || isPush)) return new Refusal(401, 'Repository not found.')
  if (!isSeen) return new Refusal(404, 'Repository not found.')
  if (!isPush || mayWrite(caller, repository)) return null
  return new Refusal(403, `Permission to ${repository.fullName}.git denied to ${getActor(caller).login}.`)
}

interface GitAsked {
  readonly root: string
  readonly repository: Repository
  readonly path: string
  readonly query: string
  readonly request: IncomingMessage
}
interface GitAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** The answer is sent when all webhooks have been: the author of a push finds them done. */
async function receive(world: World, asked: GitAsked, body: Buffer, caller: Caller): Promise<GitAnswer> {
  const { repository } = asked
  const { updates, pack } = readPush(body)
  // The objects come in first: rules look at them. Refused ones stay unreachable.
  if (pack.length > 0) await git(repository, ['index-pack', '--stdin', '--fix-thin'], pack)
  const refusals = new Map<string, RefRefusal>()
  for (const update of updates) {
    const refusal =
      workflowRefusal(await changedWorkflow(repository, update, caller)) ??
      (await getRefusal(repository, update, caller))
    if (refusal !== null) refusals.set(update.ref, refusal)
  }
  if (refusals.size > 0) return refusePush(updates, refusals)
  const answer = await backend(asked, body)
  for (const update of updates) {
    const now = (await tryGit(repository, ['rev-parse', '--verify', '--quiet', update.ref])) ?? ZERO
    if (now === update.after) await followRef(world, repository, update, caller)
  }
  return answer
}

/** Apps and jobs change workflows only with a permission of its own, which jobs cannot have. */
async function changedWorkflow(repository: Repository, { after }: RefUpdate, caller: Caller): Promise<string | null> {
  if (caller.kind !== 'job' && caller.kind !== 'installation') return null
  if (after === ZERO || grants(caller.permissions, 'workflows', 'write') || !(await findCommit(repository, after)))
    return null
  const known = ['--not', '--all', '--', '.github/workflows']
  return lines(await git(repository, ['log', '--format=', '--name-only', after, ...known]))[0] ?? null
}

function workflowRefusal(path: string | null): RefRefusal | null {
  if (path === null) return null
  const reason = `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`
  return { words: reason, reason }
}

interface Push {
  readonly updates: readonly RefUpdate[]
  readonly pack: Buffer
}

const UPDATE = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)/

/** Commands, options when the client sends any, then the pack. */
function readPush(body: Buffer): Push {
  const commands = readLines(body, 0)
  const hasOptions = /\0.*\bpush-options\b/.test(commands.lines[0] ?? '')
  const end = hasOptions ? readLines(body, commands.end).end : commands.end
  const updates = commands.lines.flatMap((line) => {
    const [, before, after, ref] = UPDATE.exec(line) ?? []
    return before && after && ref ? [{ before, after, ref }] : []
  })
  return { updates, pack: body.subarray(end) }
}

function readLines(body: Buffer, start: number): { lines: string[]; end: number } {
  const found: string[] = []
  let at = start
  for (;;) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16)
    if (!(length > 4)) return { lines: found, end: at + 4 }
    found.push(body.toString('utf8', at + 4, at + length))
    at += length
  }
}

const line = (words: string) => `${(Buffer.byteLength(words) + 4).toString(16).padStart(4, '0')}${words}`

/** One ref that is refused takes the others with it, as with a pre-receive hook. */
function refusePush(updates: readonly RefUpdate[], refusals: ReadonlyMap<string, RefRefusal>): GitAnswer {
  const reasons = updates.map(({ ref }) =>
    line(`ng ${ref} ${refusals.get(ref)?.reason ?? 'pre-receive hook declined'}\n`),
  )
  const report = `${line('unpack ok\n')}${reasons.join('')}0000`
  const words = [...refusals.values()].map((refusal) => `error: ${refusal.words}\n`).join('')
  const body = Buffer.from(`${line(`\u0002${words}`)}${line(`\u0001${report}`)}0000`)
  return { status: 200, headers: { 'content-type': 'application/x-git-receive-pack-result' }, body }
}

/** `git http-backend`, a CGI program. */
async function backend({ root, repository, path, query, request }: GitAsked, body: Buffer): Promise<GitAnswer> {
  const env = {
    ...GIT_ENV,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/${repository.fullName}.git${path}`,
    QUERY_STRING: query,
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    CONTENT_LENGTH: String(body.length),
    REMOTE_USER: 'somebody',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
  }
  const { stdout } = await run('git', ['http-backend'], { env, input: body })
  return parseCgi(stdout)
}

function parseCgi(output: Buffer): GitAnswer {
  const end = output.indexOf('\r\n\r\n')
  const rows = output
    .toString('latin1', 0, end)
    .split('\r\n')
    .map((row) => row.split(': ') as [string, string])
  const { Status: status = '200', ...headers } = Object.fromEntries(rows)
  return { status: Number.parseInt(status, 10), headers, body: output.subarray(end + 4) }
}
