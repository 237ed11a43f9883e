/**
 * Measures how fast `npm start` acknowledges webhooks, with worker, log at info and a GitHub behind it. Compares with a
 * bare Probot that stores nothing and does nothing, in turns on the same machine.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { above, below, type Measure, shown } from './measure.ts'

const [BARE, GITHUB, START] = ['app-door.ts', 'app-github.ts', '../src/app/bin.mjs'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string, string]
const SECRET = createHmac('sha256', 'bench').update(randomUUID()).digest('hex')
/** Each waits for the disk before it sends its next: with few of them the disk is measured, whose flush takes what it takes. */
const CONNECTIONS = 32
/** Short and many: whatever else the machine does then hits both of a pair. */
const ROUNDS = 9
const ROUND_MS = 700
const PULLS = 20
const APP_ID = '77'
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
/** What the smallest machine should keep up with. A bare Probot, which stores nothing, is shown beside it. */
const GOAL_PER_SECOND = 1000
const FLUSHES = 50
const PAGE_BYTES = 4096
/** Rounds over all pull requests before anything is counted. */
const WARM = 50
/** Of Linux. */
const TICK_US = 10_000
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
  const github = spawn(process.execPath, [GITHUB, String(PULLS)], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  try {
    const [port] = await Promise.race([once(github.stdout as Readable, 'data'), died(github)])
    return await compare({ folder, deliveries, github: Number(port) })
  } finally {
    await end(github)
  }
}

interface Place {
  readonly folder: string
  readonly deliveries: readonly Delivery[]
  /** Its port. */
  readonly github: number
}

async function compare(place: Place): Promise<readonly Measure[]> {
  const rounds: Record<Kind, Round[]> = { bare: [], ours: [] }
  const servers = { bare: await startBare(), ours: await startOurs(place) }
  try {
    for (const server of Object.values(servers)) await warmUp(server, place)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['bare', 'ours'] as const) rounds[kind].push(await measure(servers[kind], place))
    }
  } finally {
    for (const { child } of Object.values(servers)) await end(child)
  }
  const most = (kind: Kind) => Math.max(...rounds[kind].map(({ perSecond }) => perSecond))
  // Each beside its neighbour: in another second the machine and its disk have other things to do.
  const percents = rounds.ours.map(({ perSecond }, n) => (perSecond / (rounds.bare[n]?.perSecond ?? 0)) * 100)
  const perSecond = rounds.ours.map((round) => round.perSecond)
  const cpu = (kind: Kind) => median(rounds[kind].map((round) => round.cpu))
  const p99 = (kind: Kind) => Math.min(...rounds[kind].map((round) => round.p99))
  return [
    shown('webhooks a second, a bare Probot', most('bare'), ''),
    shown('its 99th percentile', p99('bare'), 'ms'),
    above('webhooks a second, kept on disk, logged and worked on', median(perSecond), GOAL_PER_SECOND, ''),
    shown('of what a bare Probot does', median(percents), '%'),
    below('  99th percentile', p99('ours'), GOAL_P99_MS, 'ms', 1),
    shown('  a flush of the disk meanwhile, which each of ours waits for', flushMs(place.folder), 'ms', 1),
    shown('CPU for each, the worker included', cpu('ours'), 'µs'),
    shown('  of what a bare Probot takes', (cpu('ours') / cpu('bare')) * 100, '%'),
  ]
}

/** Measures the disk: other processes slow it down, and a bare Probot never waits for it. */
function flushMs(folder: string): number {
  const file = openSync(join(folder, 'flush'), 'w')
  const times = Array.from({ length: FLUSHES }, () => {
    writeSync(file, Buffer.alloc(PAGE_BYTES * 4))
    const started = performance.now()
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
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
  const example = examples.find(({ action }) => action === 'synchronize') as {
    pull_request: object
    repository: object
  }
  // Of the repository that the bench's GitHub has.
  const repository = { ...example.repository, id: 812, name: 'shop', full_name: 'acme/shop', owner: { login: 'acme' } }
  return Array.from({ length: PULLS }, (_, i) => {
    const pull_request = { ...example.pull_request, number: i + 1 }
    const body = JSON.stringify({ ...example, installation: { id: 7 }, repository, pull_request })
    return { body, signature: `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}` }
  })
}

/** Stops the server afterwards: what it goes on with would be taken from the other one. */
async function measure({ child, port }: Started, { deliveries }: Place): Promise<Round> {
  child.kill('SIGCONT')
  try {
    const post = poster(port, deliveries)
    for (let i = 0; i < PULLS; i += 1) await post(i)
    const before = getCpu(child)
    const { times, ...round } = await load(post)
    return { ...round, cpu: (getCpu(child) - before) / times }
  } finally {
    child.kill('SIGSTOP')
  }
}

async function warmUp({ child, port }: Started, { deliveries }: Place): Promise<void> {
  const post = poster(port, deliveries)
  for (let i = 0; i < PULLS * WARM; i += 1) await post(i)
  child.kill('SIGSTOP')
}

interface Started {
  readonly child: ChildProcess
  readonly port: number
}

async function startBare(): Promise<Started> {
  const child = spawn(process.execPath, [BARE, SECRET], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [port] = await Promise.race([once(child.stdout as Readable, 'data'), died(child)])
  return { child, port: Number(port) }
}

/** As an operator starts it, with its log in a file. */
async function startOurs({ folder, github }: Place): Promise<Started> {
  const place = mkdtempSync(join(folder, 'app-'))
  const log = join(place, 'log')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: place,
    NODE_ENV: 'production',
    APP_ID,
    PRIVATE_KEY: KEY.toString(),
    WEBHOOK_SECRET: SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    GHE_HOST: `127.0.0.1:${github}`,
    GHE_PROTOCOL: 'http',
    TDD_GATE_STORE: join(place, 'store.sqlite'),
  }
  const child = spawn(process.execPath, [START], { cwd: place, env, stdio: ['ignore', openSync(log, 'w'), 'inherit'] })
  const dying = died(child)
  for (;;) {
    const found = /"port":(\d+).*"msg":"listening"/.exec(readFileSync(log, 'utf8'))
    if (found !== null) return { child, port: Number(found[1]) }
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 20)), dying])
  }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`the server ended with ${code}`)
}

/** Returns the CPU microseconds of all threads so far, as Linux counts them. */
function getCpu({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

async function load(post: (i: number) => Promise<number>): Promise<Omit<Round, 'cpu'> & { readonly times: number }> {
  const times: number[] = []
  const end = performance.now() + ROUND_MS
  const keyQueue = async () => {
    while (performance.now() < end) times.push(await post(times.length))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keyQueue))
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
