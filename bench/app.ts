/** How fast webhooks are acknowledged, against a bare Probot that keeps nothing, in turns on the same machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { above, below, type Measure, shown } from './measure.ts'

const DOOR = fileURLToPath(new URL('app-door.ts', import.meta.url))
const SECRET = createHmac('sha256', 'bench').update(randomUUID()).digest('hex')
/** Each waits for the disk before it sends its next: with few of them the disk is measured, whose flush takes what it takes. */
const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_MS = 2000
const PULLS = 100
const GOAL_PERCENT = 90
const GOAL_P99_MS = 50

type Kind = 'bare' | 'ours'
interface Round {
  readonly perSecond: number
  readonly p99: number
  /** Of the server, microseconds for each. */
  readonly cpu: number
}

export async function benchApp(_bin: string, folder: string): Promise<readonly Measure[]> {
  const deliveries = signedDeliveries()
  const rounds: Record<Kind, Round[]> = { bare: [], ours: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['bare', 'ours'] as const) rounds[kind].push(await measure(kind, folder, deliveries))
  }
  const most = (kind: Kind) => Math.max(...rounds[kind].map(({ perSecond }) => perSecond))
  // Each beside its neighbour: in another second the machine and its disk have other things to do.
  const percents = rounds.ours.map(({ perSecond }, n) => (perSecond / (rounds.bare[n]?.perSecond ?? 0)) * 100)
  const cpu = (kind: Kind) => Math.min(...rounds[kind].map((round) => round.cpu))
  const p99 = (kind: Kind) => Math.min(...rounds[kind].map((round) => round.p99))
  return [
    shown('webhooks a second, a bare Probot', most('bare'), ''),
    shown('its 99th percentile', p99('bare'), 'ms'),
    shown('webhooks a second, kept on disk', most('ours'), ''),
    above('webhooks acknowledged, of what a bare Probot does', median(percents), GOAL_PERCENT, '%'),
    below('  99th percentile', p99('ours'), GOAL_P99_MS, 'ms', 1),
    shown('CPU for each, of what a bare Probot takes', (cpu('ours') / cpu('bare')) * 100, '%'),
  ]
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

interface Delivery {
  readonly body: string
  readonly signature: string
}

/** One of GitHub's own examples, about many pull requests. */
function signedDeliveries(): readonly Delivery[] {
  const file = createRequire(import.meta.url).resolve('@octokit/webhooks-examples')
  const all: { name: string; examples: { action?: string }[] }[] = JSON.parse(readFileSync(file, 'utf8'))
  const examples = all.find(({ name }) => name === 'pull_request')?.examples ?? []
  const example = examples.find(({ action }) => action === 'synchronize') as { pull_request: object }
  return Array.from({ length: PULLS }, (_, i) => {
    const pull_request = { ...example.pull_request, number: i + 1 }
    const body = JSON.stringify({ ...example, installation: { id: 7 }, pull_request })
    return { body, signature: `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` }
  })
}

async function measure(kind: Kind, folder: string, deliveries: readonly Delivery[]): Promise<Round> {
  const place = mkdtempSync(join(folder, 'door-'))
  const child = spawn(process.execPath, [DOOR, kind, place, SECRET], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  try {
    const [port] = await Promise.race([once(child.stdout as Readable, 'data'), died(child)])
    const post = poster(Number(port), deliveries)
    for (let i = 0; i < PULLS; i += 1) await post(i)
    const before = await cpuOf(child)
    const { times, ...round } = await load(post)
    return { ...round, cpu: ((await cpuOf(child)) - before) / times }
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the server ended with ${code}`)
}

/** Microseconds until now, all threads together. */
async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu')
  const [{ user, system }] = await once(child, 'message')
  return user + system
}

async function load(post: (i: number) => Promise<number>): Promise<Omit<Round, 'cpu'> & { readonly times: number }> {
  const times: number[] = []
  const end = performance.now() + ROUND_MS
  const lane = async () => {
    while (performance.now() < end) times.push(await post(times.length))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  return { perSecond: times.length / (ROUND_MS / 1000), p99, times: times.length }
}

/** @returns a function that gives the milliseconds until one was acknowledged */
function poster(port: number, deliveries: readonly Delivery[]): (i: number) => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return (i) => {
    const { body, signature } = deliveries[i % deliveries.length] ?? { body: '', signature: '' }
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-github-event': 'pull_request',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signature,
    }
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const path = '/api/github/webhooks'
      const asked = request({ agent, port, path, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
        answer.resume()
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) < 300) resolve(performance.now() - started)
          else reject(new Error(`a webhook was answered with ${answer.statusCode}`))
        })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }
}
