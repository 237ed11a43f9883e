/** Sends signed deliveries as GitHub does, and once more what was not taken, as GitHub does on request. */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Running, SECRET } from './servers.ts'

export interface Push {
  /** `acme-1/shop-2#3` */
  readonly place: string
  readonly installation: number
  readonly head: string
  readonly delivery: string
}

export interface Shape {
  readonly installations: number
  /** Of each installation. */
  readonly repositories: number
  /** Of each repository. */
  readonly pulls: number
}

/** Spread over all pull requests; where there are fewer, they are pushed to once more. */
export function createPushes(count: number, { installations, repositories, pulls }: Shape): readonly Push[] {
  const all = installations * repositories * pulls
  return Array.from({ length: count }, (_, i) => {
    const n = i % all
    const installation = 1 + (n % installations)
    const repository = Math.floor(n / installations) % repositories
    const number = 1 + Math.floor(n / installations / repositories)
    const place = `acme-${installation}/shop-${installation * repositories + repository}#${number}`
    const head = createHash('sha1').update(`${place} ${i}`).digest('hex')
    return { place, installation, head, delivery: randomUUID() }
  })
}

/** One of GitHub's own examples. */
function readExample(): Readonly<Record<string, object>> {
  const file = createRequire(import.meta.url).resolve('@octokit/webhooks-examples')
  const all: { name: string; examples: Record<string, object>[] }[] = JSON.parse(readFileSync(file, 'utf8'))
  const examples = all.find(({ name }) => name === 'pull_request')?.examples ?? []
  const found = examples.find((example) => String(example['action']) === 'synchronize')
  if (found === undefined) throw new Error('there is no example of a push')
  return found
}
const EXAMPLE = readExample()

function toBody({ place, installation, head: sha }: Push): string {
  const [, owner = '', repo = '', id = '', number = ''] = /^(.+)\/(.*?(\d+))#(\d+)$/.exec(place) ?? []
  const name = { name: repo, full_name: `${owner}/${repo}`, owner: { login: owner } }
  const repository = { ...EXAMPLE['repository'], id: 100_000 + Number(id), ...name }
  const pull_request = { ...EXAMPLE['pull_request'], number: Number(number), head: { sha } }
  return JSON.stringify({ ...EXAMPLE, installation: { id: installation }, repository, pull_request })
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** @returns the status; 0: there was no answer */
export function post(port: number, path: string, body: string, headers: Record<string, string> = {}): Promise<number> {
  const all = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers }
  return new Promise((resolve) => {
    const asked = request({ agent, port, path, host: '127.0.0.1', method: 'POST', headers: all }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', () => resolve(0))
    })
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}

function deliver(port: number, push: Push): Promise<number> {
  const body = toBody(push)
  return post(port, '/api/github/webhooks', body, {
    'x-github-event': 'pull_request',
    'x-github-delivery': push.delivery,
    'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  })
}

export interface Sending {
  readonly pushes: readonly Push[]
  /** The processes, in turns; those that do not listen are left out. */
  readonly targets: () => readonly Running[]
  /** Null: there is none that learns of the pushes. */
  readonly github: Running | null
  readonly connections: number
  /** 0: as fast as the connections take them. */
  readonly perSecond: number
  /** Called after each delivery that was taken. */
  readonly onTaken?: (count: number) => Promise<void>
}

export interface Sent {
  readonly seconds: number
  /** The milliseconds until each was acknowledged, those alone that the first attempt reached. */
  readonly times: readonly number[]
  readonly takenAt: ReadonlyMap<string, number>
  /** Attempts that were not acknowledged. */
  readonly refused: number
}

const AGAIN_MS = 200

export async function send({ pushes, targets, github, connections, perSecond, onTaken }: Sending): Promise<Sent> {
  const times: number[] = []
  const takenAt = new Map<string, number>()
  let [next, refused] = [0, 0]
  const sendOne = async (push: Push, turn: number) => {
    const learned = JSON.stringify({ place: push.place, head: push.head })
    // A connection that was idle may be closed by then: a push that GitHub did not learn of would count as lost.
    while (github !== null && (await post(github.port, '/bench/push', learned)) !== 200) await pause(AGAIN_MS)
    for (let attempt = 0; ; attempt += 1) {
      const all = targets()
      const target = all[(turn + attempt) % Math.max(1, all.length)]
      const started = performance.now()
      const status = target === undefined ? 0 : await deliver(target.port, push)
      if (status >= 200 && status < 300) {
        if (attempt === 0) times.push(performance.now() - started)
        takenAt.set(push.head, Date.now())
        return onTaken?.(takenAt.size)
      }
      refused += 1
      await pause(AGAIN_MS)
    }
  }
  const started = performance.now()
  const line = async () => {
    for (let i = next++; i < pushes.length; i = next++) {
      const due = perSecond === 0 ? 0 : started + (i * 1000) / perSecond
      await pause(Math.max(0, due - performance.now()))
      await sendOne(pushes[i] as Push, i)
    }
  }
  await Promise.all(Array.from({ length: connections }, line))
  return { seconds: (performance.now() - started) / 1000, times, takenAt, refused }
}
