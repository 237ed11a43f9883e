/** The processes of a load: the App's as an operator starts them, and a bare Probot beside them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const [BARE, GITHUB, START] = ['../app-door.ts', 'github.ts', '../../src/app/bin.mjs'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string, string]
export const SECRET = createHmac('sha256', 'load').update(randomUUID()).digest('hex')
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
const LOOK_MS = 20

export interface Running {
  readonly child: ChildProcess
  readonly port: number
  /** The file of what it prints. */
  readonly log?: string
}

/** Prints its port first. */
async function startScript(script: string, words: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [port] = await Promise.race([once(child.stdout as Readable, 'data'), died(child)])
  return { child, port: Number(port) }
}

export const startBare = (): Promise<Running> => startScript(BARE, [SECRET])
export const startGitHub = (settings: object): Promise<Running> => startScript(GITHUB, [JSON.stringify(settings)])

export interface AppPlace {
  /** Of its file and its log. */
  readonly folder: string
  /** The port of its GitHub. */
  readonly github: number
  /** Null: the queue is a file. */
  readonly databaseUrl: string | null
}

export async function startReplica({ folder, github, databaseUrl }: AppPlace): Promise<Running> {
  const place = mkdtempSync(join(folder, 'app-'))
  const log = join(place, 'log')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: place,
    NODE_ENV: 'production',
    APP_ID: '77',
    PRIVATE_KEY: KEY.toString(),
    WEBHOOK_SECRET: SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    GHE_HOST: `127.0.0.1:${github}`,
    GHE_PROTOCOL: 'http',
    TDD_GATE_STORE: join(folder, 'store.sqlite'),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  }
  // SIGUSR2 writes a heap snapshot into its folder.
  const child = spawn(process.execPath, ['--trace-gc', '--heapsnapshot-signal=SIGUSR2', START], {
    cwd: place,
    env,
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  })
  const dying = died(child)
  for (;;) {
    const found = /"port":(\d+).*"msg":"listening"/.exec(readFileSync(log, 'utf8'))
    if (found !== null) return { child, port: Number(found[1]), log }
    await Promise.race([pause(LOOK_MS), dying])
  }
}

export async function end({ child }: Pick<Running, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function died(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`a process ended with ${code}`)
}

/** The most memory that it had, in MB, as Linux counts it; 0: it has ended. */
export const getPeakMb = (one: Pick<Running, 'child'>): number => readMb(one, /VmHWM:\s+(\d+)/)
/** The memory that it has. */
export const getMb = (one: Pick<Running, 'child'>): number => readMb(one, /VmRSS:\s+(\d+)/)

function readMb({ child }: Pick<Running, 'child'>, kind: RegExp): number {
  try {
    return Number(kind.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The MB of its heap after each collection of all of it, from its start on: where they grow without end, memory leaks. */
export function getHeaps({ log }: Pick<Running, 'log'>): readonly number[] {
  const text = log === undefined ? '' : readFileSync(log, 'utf8')
  return [...text.matchAll(/Mark-Compact .*?-> ([\d.]+) \(/g)].map(([, megabytes]) => Number(megabytes))
}
