/** The real App in this process, on a local GitHub: its door, its inbox on disk, its gate; stopped and started as often as a story wants. */
import { readSettings } from '../../src/app/settings.ts'
import { type App, startApp } from '../../src/app/start.ts'
import { openGate } from '../../src/gate/open.ts'
import type { Clock } from '../../src/inbox/clock.ts'
import { openInbox } from '../../src/inbox/sqlite.ts'
import type { LocalGitHub } from '../github/github.ts'
import type { LocalApp } from '../github/verbs.ts'
import { JUDGE } from './release.ts'

export interface RunningApp extends AsyncDisposable {
  /** Listens, and has swept. */
  readonly start: () => Promise<void>
  /** Drains; what arrives meanwhile fails at its door. */
  readonly stop: () => Promise<void>
  /** Nothing waits in its inbox. */
  readonly idle: () => Promise<void>
  /** Letters that it gave up. */
  readonly dead: () => readonly string[]
  /** Lines of its log, from `warn` on. */
  readonly complaints: readonly string[]
}

export interface AppOptions {
  readonly github: LocalGitHub
  readonly gate: LocalApp
  /** Of its inbox. */
  readonly folder: string
  readonly minimum: 'attested' | 'verified-run'
}

export const SECRET = '7c1e90b5d3f84a26be0517c8a94d2f63'
/** Hours of patience take seconds: what is spaced and tried again stays in its order. */
const FASTER = 50

/** What the environment of its process would be. */
export function environmentOf({ github, gate, folder }: Omit<AppOptions, 'minimum'>): Record<string, string> {
  return {
    APP_ID: String(gate.app.id),
    PRIVATE_KEY: gate.app.privateKey,
    WEBHOOK_SECRET: SECRET,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    HOST: '127.0.0.1',
    PORT: '0',
    TDD_GATE_INBOX: `${folder}/inbox.sqlite`,
    TDD_GATE_WORKFLOWS: JUDGE,
  }
}

export function prepareApp(options: AppOptions): RunningApp {
  const { github, gate, minimum } = options
  const settings = readSettings(environmentOf(options))
  const complaints: string[] = []
  const inbox = openInbox(settings.inbox)
  let running: App | null = null
  const stop = async () => {
    await running?.stop()
    running = null
  }
  const start = async () => {
    const swept = Promise.withResolvers<void>()
    running = await startApp(
      settings,
      openGate({ ...settings, minimum }),
      (level, message, fields = {}) => {
        if (level === 'warn' || level === 'error') complaints.push(`${message} ${JSON.stringify(fields)}`)
        if (fields['what'] === 'pull requests to look at') swept.resolve()
      },
      hasty(FASTER),
    )
    gate.listenAt(`http://127.0.0.1:${running.port}/`, SECRET)
    await swept.promise
  }
  return {
    start,
    stop,
    idle: inbox.idle,
    dead: () => inbox.dead().map(({ letter, reason }) => `${letter.key}: ${reason}`),
    complaints,
    [Symbol.asyncDispose]: async () => {
      await stop()
      await inbox[Symbol.asyncDispose]()
      await github.settled()
    },
  }
}

/** A clock that runs faster than others, from the same moment on. */
function hasty(times: number): Clock {
  const start = Date.now()
  return {
    now: () => start + (Date.now() - start) * times,
    sleep: (ms, signal) => sleepOf(ms / times, signal),
  }
}

function sleepOf(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
