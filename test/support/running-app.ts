/** The real App in this process, on a local GitHub: its door, its store on disk, its gate; stopped and started as often as a story wants. */

import { openGate } from '../../src/app/gate/open.ts'
import { CLOCK, type Clock } from '../../src/app/queue/clock.ts'
import { openPostgres } from '../../src/app/queue/postgres/open.ts'
import { openQueue } from '../../src/app/queue/sqlite.ts'
import { readSettings } from '../../src/app/settings.ts'
import { type App, startApp } from '../../src/app/start.ts'
import type { LocalGitHub } from '../simulator/github.ts'
import type { LocalApp } from '../simulator/verbs.ts'
import { createLife } from './github/death.ts'
import { JUDGE } from './release.ts'

export interface RunningApp extends AsyncDisposable {
  /** Listens, and has swept. */
  readonly start: () => Promise<void>
  /** Drains; what arrives meanwhile fails at its door. */
  readonly stop: () => Promise<void>
  /** Dies after this many requests: GitHub handles the last one, but the App never gets its answer. */
  readonly dieAfter: (requests: number) => void
  /** It did; `start` brings another one to the same store. */
  readonly isDead: () => boolean
  /** Resolves when its queue is empty, or when no App runs to open it. */
  readonly idle: () => Promise<void>
  /** Events that it gave up. */
  readonly dead: () => Promise<readonly string[]>
  /** Lines of its log, from `warn` on. */
  readonly complaints: readonly string[]
}

export interface AppOptions {
  readonly github: LocalGitHub
  readonly gate: LocalApp
  /** Of its store. */
  readonly folder: string
  readonly minimum: 'attested' | 'verified-run'
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>
}

export const SECRET = '7c1e90b5d3f84a26be0517c8a94d2f63'
/** Hours of backoff take seconds: what is spaced and tried again stays in its order. */
const FASTER = 50
/** Lower bound of its idle sleep, so that polling does not keep the machine busy. */
const MIN_SLEEP_MS = 40

/** The environment of its process. */
export function getEnvironment({
  github,
  gate,
  folder,
  env = {},
}: Omit<AppOptions, 'minimum'>): Record<string, string> {
  return {
    APP_ID: String(gate.app.id),
    PRIVATE_KEY: gate.app.privateKey,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
    PORT: '0',
    TDD_GATE_STORE: `${folder}/store.sqlite`,
    TDD_GATE_WORKFLOWS: JUDGE,
    ...env,
  }
}

export async function prepareApp(options: AppOptions): Promise<RunningApp> {
  const { github, gate, minimum } = options
  const settings = { ...readSettings(getEnvironment(options)), minimum }
  const complaints: string[] = []
  const { storeFile, databaseUrl } = settings
  const queue =
    databaseUrl === null ? openQueue(storeFile) : (await openPostgres(databaseUrl, CLOCK, () => undefined)).queue
  let running: App | null = null
  let life = createLife()
  const stop = async () => {
    await running?.stop()
    running = null
  }
  const start = async () => {
    const swept = Promise.withResolvers<void>()
    const own = createLife()
    life = own
    const gateOf = openGate(settings)
    running = await startApp(
      settings,
      (asked, job, runtimeContext) => gateOf(own.mortal(asked), job, runtimeContext),
      (level, message, fields = {}) => {
        if (level === 'warn' || level === 'error') complaints.push(`${message} ${JSON.stringify(fields)}`)
        if (fields['what'] === 'pull requests to evaluate') swept.resolve()
      },
      hasty(FASTER),
    )
    gate.listenAt(`http://127.0.0.1:${running.port}/`, SECRET)
    await swept.promise
  }
  return {
    start,
    stop,
    dieAfter: (requests) => life.dieAfter(requests),
    isDead: () => life.isDead(),
    idle: () => Promise.race([queue.idle(), life.death]),
    dead: async () => (await queue.dead()).map(({ job, reason }) => `${job.key}: ${reason}`),
    complaints,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await queue[Symbol.asyncDispose]()
      await github.settled()
    },
  }
}

/** A clock that runs faster than others, from the same moment on. */
function hasty(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * times,
    sleep: (ms, signal) => CLOCK.sleep(Math.max(ms / times, MIN_SLEEP_MS), signal),
  }
}
