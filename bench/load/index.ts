/**
 * `node bench/load/index.ts [key=number ...]`: a burst of deliveries for a bare Probot, for the App on a file and on
 * PostgreSQL, and for two processes of the App that are killed in turn. With `perSecond`, a steady load for the App on a
 * file alone: `perSecond=3 deliveries=10800` is an hour of it. It stays on this machine and ends by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from '../../test/support/postgres.ts'
import { createPushes, type Push, send } from './deliveries.ts'
import type { Effects } from './github.ts'
import { end, getHeaps, getMb, getPeakMb, type Running, startBare, startGitHub, startReplica } from './servers.ts'

/** The bounds: nothing here runs longer or sends more. */
const MOST = { minutes: 60, deliveries: 20_000, connections: 64 }
const OPTIONS = {
  installations: 200,
  repositories: 5,
  pulls: 10,
  deliveries: 2000,
  connections: 32,
  /** 0: as fast as the connections take them. */
  perSecond: 0,
  /** For what the deliveries leave to judge. */
  minutes: 10,
  /** GitHub, in the last of the runs. */
  slowMs: 20,
  failEvery: 97,
  limitEvery: 499,
  /** Seconds without the database, in the last of the runs. */
  outage: 0,
}
type Options = typeof OPTIONS

function readOptions(words: readonly string[]): Options {
  const given = words.map((word) => word.split('=')).map(([name, value]) => [name, Number(value)] as const)
  for (const [name, value] of given) {
    if (!Object.hasOwn(OPTIONS, name ?? '') || !Number.isSafeInteger(value)) throw new Error(`unknown: ${name}`)
  }
  const all = { ...OPTIONS, ...Object.fromEntries(given) }
  for (const [name, most] of Object.entries(MOST)) {
    if (all[name as keyof typeof MOST] > most) throw new Error(`${name} is above ${most}`)
  }
  return all
}

interface Run {
  readonly name: string
  /** How many processes of the App. */
  readonly replicas: number
  readonly server: Server | null
  /** Whether GitHub is slow, fails and limits, processes are killed and the database is away. */
  readonly isHard: boolean
}

/** Killed in turn, each after so many deliveries of a run. */
const KILLS = 4
const SETTLE_MS = 500
const SAMPLE_MS = 5 * 60_000

async function measure(folder: string, options: Options, run: Run): Promise<Readonly<Record<string, string | number>>> {
  const place = mkdtempSync(join(folder, 'run-'))
  const faults = run.isHard ? options : { slowMs: 0, failEvery: 0, limitEvery: 0 }
  const github = await startGitHub(faults)
  const name = `load_${run.replicas}`
  if (run.server !== null) await run.server.sql(`CREATE DATABASE ${name}`)
  const app = { folder: place, github: github.port, databaseUrl: run.server?.url(name) ?? null }
  const start = () => startReplica(app)
  const replicas = await Promise.all(Array.from({ length: run.replicas }, start))
  const pushes = createPushes(options.deliveries, options)
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, ...replicas.map(getPeakMb))
  }, 500)
  const sampling = setInterval(() => show(sample(replicas)), SAMPLE_MS)
  try {
    const hurt = run.isHard ? createHarm(replicas, start, { options, server: run.server }) : undefined
    const sent = await send({
      pushes,
      github,
      targets: () => replicas,
      ...options,
      ...(hurt && { onTaken: hurt }),
    })
    const effects = await untilJudged(github, pushes, options)
    const left = getLast(pushes).filter(({ head }) => effects.checkedAt[head] === undefined).length
    // While the App still asks, what it has not judged is not lost: the time was too short.
    const lost = left > 0 && effects.isUnderWay ? `unknown: ${left} were still to be judged` : left
    const verdicts = pushes.flatMap(({ head }) => {
      const [from, to] = [sent.takenAt.get(head), effects.checkedAt[head]]
      return from === undefined || to === undefined ? [] : [Math.max(0, to - from) / 1000]
    })
    const last = Math.max(...Object.values(effects.checkedAt)) - Math.min(...sent.takenAt.values())
    return {
      run: run.name,
      'acknowledged a second': Math.round(pushes.length / sent.seconds),
      'p50 ms': at(sent.times, 0.5),
      'p99 ms': at(sent.times, 0.99),
      'not acknowledged, sent again': sent.refused,
      'verdict p50 s': at(verdicts, 0.5),
      'p99 s': at(verdicts, 0.99),
      'verdicts a second': Math.round((verdicts.length / last) * 10_000) / 10,
      lost,
      doubled: effects.doubled,
      'memory MB': Math.round(peakMb),
      'heap MB after collections': replicas.map((one) => getHeaps(one).join(' ')).join(', '),
      'points a push': Math.round((effects.points / pushes.length) * 10) / 10,
      'requests a push': Math.round((effects.requests / pushes.length) * 10) / 10,
      unchanged: effects.unchanged,
      'GitHub failed': effects.failed,
      'GitHub limited': effects.limited,
    }
  } finally {
    clearInterval(watch)
    clearInterval(sampling)
    await Promise.all([github, ...replicas].map(end))
  }
}

function sample(replicas: readonly Running[]) {
  const minutes = Math.round(performance.now() / 60_000)
  const heaps = replicas.map((one) => getHeaps(one).at(-1) ?? 0)
  return { minutes, 'heap MB after the last collection': heaps, 'memory MB': replicas.map(getMb).map(Math.round) }
}

/** The last push to each pull request: the App need not judge the ones before. */
const getLast = (pushes: readonly Push[]) => [...new Map(pushes.map((push) => [push.place, push])).values()]

function createHarm(
  replicas: Running[],
  start: () => Promise<Running>,
  { options, server }: { readonly options: Options; readonly server: Server | null },
) {
  let [kills, isAway] = [0, false]
  return async (taken: number) => {
    if (taken >= ((kills + 1) * options.deliveries) / (KILLS + 1)) {
      kills += 1
      // The one that lives longest; a balancer sends it nothing more.
      const victim = replicas.shift()
      if (victim !== undefined) await end(victim)
      replicas.push(await untilStarted(start))
    }
    if (server === null || options.outage === 0 || isAway || taken < options.deliveries / 2) return
    isAway = true
    await server.stop('immediate')
    await pause(options.outage * 1000)
    await server.start()
    isAway = false
    options.outage = 0
  }
}

/** As its supervisor does: it does not start while the database is away. */
async function untilStarted(start: () => Promise<Running>): Promise<Running> {
  for (;;) {
    const started = await start().catch(() => null)
    if (started !== null) return started
    await pause(SETTLE_MS)
  }
}

interface Seen extends Effects {
  /** The time ended before the work. */
  readonly isUnderWay: boolean
}

async function untilJudged(github: Running, pushes: readonly Push[], { minutes }: Options): Promise<Seen> {
  const deadline = performance.now() + minutes * 60_000
  for (let before = -1; ; ) {
    const answer = await fetch(`http://127.0.0.1:${github.port}/bench/effects`)
    const effects = (await answer.json()) as Effects
    const isDone = getLast(pushes).every(({ head }) => effects.checkedAt[head] !== undefined)
    // What is doubled comes after the first of its kind: so the load ends when nothing is asked any more.
    const isUnderWay = effects.requests !== before
    if ((isDone && !isUnderWay) || performance.now() > deadline) return { ...effects, isUnderWay }
    before = effects.requests
    await pause(isDone ? SETTLE_MS * 4 : SETTLE_MS)
  }
}

async function measureBare(options: Options) {
  const bare = await startBare()
  try {
    const pushes = createPushes(options.deliveries, options)
    const { times, seconds } = await send({ pushes, targets: () => [bare], github: null, ...options })
    const figures = { 'p50 ms': at(times, 0.5), 'p99 ms': at(times, 0.99), 'memory MB': Math.round(getPeakMb(bare)) }
    return {
      run: 'bare Probot, stores nothing',
      'acknowledged a second': Math.round(pushes.length / seconds),
      ...figures,
    }
  } finally {
    await end(bare)
  }
}

function at(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * part)] ?? Number.NaN) * 10) / 10
}

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-load-'))
// The last bound: whatever hangs ends with it.
setTimeout(() => process.exit(1), 2 * MOST.minutes * 60_000).unref()
const show = (row: object) => console.log(JSON.stringify(row))
try {
  show({ ...options, load: loadavg().map(Math.round) })
  if (options.perSecond === 0) show(await measureBare(options))
  show(await measure(folder, options, { name: 'one process, a file', replicas: 1, server: null, isHard: false }))
  if (options.perSecond === 0) {
    // Durable: a power failure loses nothing that it acknowledged.
    await using server = await startServer('-c shared_buffers=64MB')
    show(await measure(folder, options, { name: 'one process, PostgreSQL', replicas: 1, server, isHard: false }))
    const name = 'two processes killed in turn, PostgreSQL, a bad GitHub'
    show(await measure(folder, options, { name, replicas: 2, server, isHard: true }))
  }
  show({ load: loadavg().map(Math.round) })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
