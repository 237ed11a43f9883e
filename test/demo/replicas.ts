/** Two processes of the App on one PostgreSQL database, behind a balancer that knows which of them answer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CLOCK } from '../../src/app/queue/clock.ts'
import { openPostgres } from '../../src/app/queue/postgres/open.ts'
import { startServer } from '../support/postgres.ts'
import { type AppOptions, getEnvironment, type RunningApp, SECRET } from '../support/running-app.ts'

const PROGRAM = fileURLToPath(new URL('replica.ts', import.meta.url))
const COUNT = 2
const LOOK_MS = 5
/** Events take hundreds of milliseconds: one is under way soon after a push. */
const MAX_LOOKS = 1000

export interface Replicas extends Pick<RunningApp, 'start' | 'idle' | 'dead' | 'complaints' | keyof AsyncDisposable> {
  /** `kill -9` for one of them while events are in progress. @returns how many were */
  readonly lose: () => Promise<number>
  /** How many events each of them has handled. */
  readonly handled: () => readonly number[]
}

interface Replica {
  readonly child: ChildProcess
  readonly port: Promise<number>
  isAlive: boolean
  handled: number
}

/** Creates a server and its database; the processes start with `start`. */
export async function prepareReplicas(options: Omit<AppOptions, 'minimum'>): Promise<Replicas> {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startServer())
  await server.sql('CREATE DATABASE gate')
  const url = server.url('gate')
  const { queue } = await openPostgres(url, CLOCK, () => undefined)
  stack.use(queue)
  const complaints: string[] = []
  const replicas: Replica[] = []
  stack.defer(async () => void (await Promise.all(replicas.map(({ child }) => end(child)))))
  const start = async () => {
    const env = { ...getEnvironment(options), DATABASE_URL: url }
    for (let i = 0; i < COUNT; i += 1) replicas.push(launch(options.folder, env, complaints))
    await Promise.all(replicas.map(({ port }) => port))
    const balancer = createServer((request, response) => void forward(replicas, request, response))
    await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', () => resolve()))
    all.defer(() => void balancer.close())
    options.gate.listenAt(`http://127.0.0.1:${(balancer.address() as AddressInfo).port}/`, SECRET)
  }
  const lose = async () => {
    for (let i = 0; i < MAX_LOOKS && (await queue.stats()).working === 0; i += 1) await pause(LOOK_MS)
    const { working } = await queue.stats()
    const [victim] = replicas
    if (victim !== undefined) {
      victim.isAlive = false
      await end(victim.child)
    }
    return working
  }
  const all = stack.move()
  return {
    start,
    lose,
    handled: () => replicas.map(({ handled }) => handled),
    idle: queue.idle,
    dead: async () => (await queue.dead()).map(({ job, reason }) => `${job.key}: ${reason}`),
    complaints,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function launch(cwd: string, env: Readonly<Record<string, string>>, complaints: string[]): Replica {
  const child = spawn(process.execPath, [PROGRAM], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise: port, resolve, reject } = Promise.withResolvers<number>()
  const replica: Replica = { child, port, isAlive: true, handled: 0 }
  child.once('exit', (code) => reject(new Error(`the App ended with ${code}`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg, level, port: actual, ...fields } = JSON.parse(line)
    if (msg === 'listening') resolve(actual)
    if (msg === 'event handled') replica.handled += 1
    if (level === 'warn' || level === 'error') complaints.push(`${msg} ${JSON.stringify(fields)}`)
  })
  return replica
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

let turn = 0

/** In turns; one that does not answer any more is left out. */
async function forward(replicas: readonly Replica[], request: IncomingMessage, response: ServerResponse) {
  const body = await buffer(request)
  const alive = replicas.filter(({ isAlive }) => isAlive)
  turn += 1
  const next = [...alive.slice(turn % alive.length), ...alive.slice(0, turn % alive.length)]
  for (const replica of next) {
    const status = await post(await replica.port, request, body)
    if (status !== null) return void response.writeHead(status).end()
  }
  response.writeHead(502).end()
}

function post(port: number, { method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}
