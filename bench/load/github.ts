/**
 * A process that answers the App as GitHub does for many repositories, and counts what the App did: `node github.ts
 * <settings as JSON>`; its first line is its port. Every pull request waits for its first run.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { APP } from '../../test/support/github/state.ts'
import { openWorld, REPOSITORY } from '../../test/support/github/story-world.ts'
import { API, answerApp, listen, recordAnswers } from '../recorded-github.ts'

export interface GitHubSettings {
  /** The milliseconds of each answer. */
  readonly slowMs: number
  /** One request in so many ends with 502, a write after it took effect; 0: none. */
  readonly failEvery: number
  /** One request in so many is refused by a secondary limit; 0: none. */
  readonly limitEvery: number
}

/** What the App did on GitHub. */
export interface Effects {
  /** When the first check of a head was written, in milliseconds since 1970, by head. */
  readonly checkedAt: Readonly<Record<string, number>>
  /** Checks that were created although their head had one, and comments beyond the first of a pull request. */
  readonly doubled: number
  readonly requests: number
  /** Reads that cost a request of the hour. */
  readonly points: number
  readonly writes: number
  readonly unchanged: number
  readonly failed: number
  readonly limited: number
}

const TEMPLATE = { number: 1, id: Number(REPOSITORY.id), name: `${REPOSITORY.owner}/${REPOSITORY.repo}` }
const NOW = '2026-01-01T12:00:00Z'

interface PullState {
  head: string
  readonly checks: Map<string, object[]>
  readonly comments: object[]
}

const settings: GitHubSettings = JSON.parse(process.argv[2] ?? '{}')
const world = openWorld()
const { sha: templateHead } = world.open(TEMPLATE.number).commit({ 'doc.md': 'v1' })
const answers = await recordAnswers(world, [TEMPLATE.number])
const pulls = new Map<string, PullState>()
const placeOf = new Map<string, string>()
const checkedAt: Record<string, number> = {}
const count = { doubled: 0, requests: 0, points: 0, writes: 0, unchanged: 0, failed: 0, limited: 0 }
let ids = 1000

/** `acme-1/shop-2#3`; created with its first push. */
function push(place: string, head: string): void {
  const pull = pulls.get(place) ?? { head, checks: new Map(), comments: [] }
  pull.head = head
  pulls.set(place, pull)
  placeOf.set(head, place)
}

interface Asked {
  readonly method: string
  /** With the query, below the API. */
  readonly url: string
  readonly body: Readonly<Record<string, unknown>>
}
interface Reply {
  readonly status: number
  readonly text: string
}
const reply = (data: object, status = 200): Reply => ({ status, text: JSON.stringify(data) })
const NOT_FOUND = reply({ message: 'Not Found' }, 404)

/** The repository's number is the one that its name ends with. */
const toId = (name: string) => 100_000 + Number(/\d+$/.exec(name)?.[0])

function answer({ method, url, body }: Asked): Reply {
  const own = answerApp(url)
  if (own !== null) return reply(own.body, own.status)
  const [, owner = '', repo = '', rest = ''] = /^\/repos\/([^/]+)\/([^/]+)\/(.*)$/.exec(url) ?? []
  const sha = /[0-9a-f]{40}/.exec(rest)?.[0] ?? String(body['head_sha'] ?? '')
  const number = /^(?:pulls|issues)\/(\d+)/.exec(rest)?.[1]
  const name = `${owner}/${repo}`
  const place = number === undefined ? (placeOf.get(sha) ?? '') : `${name}#${number}`
  const pull = pulls.get(place) ?? findByThing(name, rest)
  if (pull === undefined) return NOT_FOUND
  return method === 'GET' ? read(pull, { name, rest, sha, place }) : write(pull, rest, body)
}

/** Updates name the number of a check or comment only. */
function findByThing(name: string, rest: string): PullState | undefined {
  const id = Number(/^(?:check-runs|issues\/comments)\/(\d+)$/.exec(rest)?.[1])
  const place = things.get(id)
  return place?.name.startsWith(name) ? pulls.get(place.name) : undefined
}
const things = new Map<number, { readonly name: string; readonly thing: Record<string, unknown> }>()

interface Place {
  readonly name: string
  readonly rest: string
  readonly sha: string
  readonly place: string
}

function read(pull: PullState, { name, rest, sha, place }: Place): Reply {
  const number = place.split('#')[1] ?? ''
  if (/^commits\/[0-9a-f]{40}\/check-runs/.test(rest)) {
    const check_runs = pull.checks.get(sha) ?? []
    return reply({ total_count: check_runs.length, check_runs })
  }
  if (/^issues\/\d+\/comments/.test(rest)) return reply(pull.comments)
  const own = sha === '' ? rest : rest.replaceAll(sha, templateHead)
  const address = `GET /repos/${TEMPLATE.name}/${own}`
    .replace(`/pulls/${number}`, `/pulls/${TEMPLATE.number}`)
    .replace(`work-${number}`, `work-${TEMPLATE.number}`)
  const found = answers.get(address)
  if (found === undefined) return NOT_FOUND
  const text = JSON.stringify(found)
    .replaceAll(templateHead, sha === '' ? pull.head : sha)
    .replaceAll(`"id":${TEMPLATE.id}`, `"id":${toId(name)}`)
    .replaceAll(`"number":${TEMPLATE.number}`, `"number":${number}`)
    .replaceAll(`work-${TEMPLATE.number}`, `work-${number}`)
    .replaceAll(TEMPLATE.name, name)
  return { status: 200, text }
}

function write(pull: PullState, rest: string, body: Asked['body']): Reply {
  const known = things.get(Number(/\/(\d+)$/.exec(rest)?.[1]))
  if (known !== undefined && (rest.startsWith('check-runs/') || rest.startsWith('issues/comments/'))) {
    Object.assign(known.thing, body)
    return reply(known.thing)
  }
  ids += 1
  const place = placeOf.get(pull.head) ?? ''
  if (rest === 'check-runs') {
    const sha = String(body['head_sha'])
    const checks = pull.checks.get(sha) ?? []
    if (checks.length > 0) count.doubled += 1
    const output = { ...(body['output'] as object), annotations_count: 0 }
    const thing = { external_id: '', details_url: '', ...body, output, id: ids, app: APP }
    pull.checks.set(sha, [...checks, thing])
    checkedAt[sha] ??= Date.now()
    things.set(ids, { name: place, thing })
    return reply(thing, 201)
  }
  if (pull.comments.length > 0) count.doubled += 1
  const user = { login: `${APP.slug}[bot]`, type: 'Bot' }
  const thing = { ...body, id: ids, user, created_at: NOW, updated_at: NOW }
  pull.comments.push(thing)
  things.set(ids, { name: place, thing })
  return reply(thing, 201)
}

/** Of the token too, as those of github.com. */
function toTag({ headers }: IncomingMessage, text: string): string {
  const parts = [headers.accept, headers.authorization].filter((part) => part !== undefined)
  return `"${createHash('sha256')
    .update([...parts, text].join(':'))
    .digest('hex')}"`
}

const isEvery = (most: number, n: number) => most > 0 && n % most === 0

async function serve(request: IncomingMessage): Promise<Reply & { readonly headers?: Record<string, string> }> {
  const { method = '', url = '' } = request
  const body = (method === 'GET' ? {} : await json(request).catch(() => ({}))) as Asked['body']
  if (url === '/bench/effects') return reply({ checkedAt, ...count } satisfies Effects)
  if (url === '/bench/push') {
    push(String(body['place']), String(body['head']))
    return reply({})
  }
  count.requests += 1
  const n = count.requests
  if (settings.slowMs > 0) await pause(settings.slowMs)
  const asked = { method, url: decodeURIComponent(url.slice(API.length)), body }
  const isOwn = asked.url.startsWith('/app')
  if (!isOwn && isEvery(settings.limitEvery, n)) {
    count.limited += 1
    const message = 'You have exceeded a secondary rate limit'
    return { ...reply({ message }, 403), headers: { 'retry-after': '1' } }
  }
  const answered = answer(asked)
  if (method !== 'GET' && !isOwn) count.writes += 1
  if (!isOwn && isEvery(settings.failEvery, n)) {
    count.failed += 1
    return reply({ message: 'Server Error' }, 502)
  }
  if (method !== 'GET' || answered.status !== 200) return answered
  const etag = toTag(request, answered.text)
  if (request.headers['if-none-match'] === etag) {
    count.unchanged += 1
    return { status: 304, text: '', headers: { etag } }
  }
  if (!isOwn) count.points += 1
  return { ...answered, headers: { etag } }
}

await listen(async (request, response) => {
  const { status, text, headers } = await serve(request)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text)
})
