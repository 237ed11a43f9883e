/** `npm start`: runs the App as a process. */
import { existsSync } from 'node:fs'
import { GateError } from '../core/model/errors.ts'
import { useProxy } from '../github/proxy.ts'
import { startSetUp } from './set-up/set-up.ts'
import { isFirstStart, readSettings, type Settings } from './settings.ts'
import { startApp } from './start.ts'
import { logIneffective } from './telemetry/ineffective.ts'
import { flushLog, getFields, LEVELS, openLog } from './telemetry/log.ts'
import type { HandleJob } from './worker.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const UNEXPECTED = 3
/** The time after the grace period until the process exits. The next process completes unfinished work. */
const LAST_MS = 25_000

/**
 * Runs the App. @param open creates the handler of events for the settings @returns when the App listens, or the
 * process is about to end
 */
export async function runApp(open: (settings: Settings) => HandleJob): Promise<void> {
  try {
    const starting = begin(open)
    endBySignal(starting)
    await starting
  } catch (error) {
    fail(error)
  }
}

type Stop = () => Promise<void>

async function begin(open: (settings: Settings) => HandleJob): Promise<Stop> {
  // The file that the set-up writes. Variables that are already set win.
  if (existsSync('.env')) process.loadEnvFile()
  logIneffective(process.env, openLog(LEVELS.find((name) => name === process.env['LOG_LEVEL']) ?? 'info'))
  useProxy(process.env)
  if (!isFirstStart(process.env)) return run(open)
  const setUp = await startSetUp(process.env)
  let { stop } = setUp
  const handOver = async () => {
    const secrets = await setUp.done
    await setUp.stop()
    for (const [name, value] of Object.entries(secrets)) process.env[name] ||= value
    stop = await run(open)
  }
  void handOver().catch(fail)
  return () => stop()
}

async function run(open: (settings: Settings) => HandleJob): Promise<Stop> {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  return (await startApp(settings, open(settings), log)).stop
}

function fail(error: unknown): never {
  flushLog()
  openLog('error', (line) => process.stderr.write(line))('error', 'not started', getFields(error))
  // Resources may already be open.
  process.exit(error instanceof GateError ? error.exit : UNEXPECTED)
}

/** The first signal stops gracefully, a second one at once. Signals during the start are handled too. */
function endBySignal(starting: Promise<Stop>): void {
  let isEnding = false
  const end = () => {
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(0), LAST_MS).unref()
    const drain = async (stop: Stop) => {
      await stop()
      process.exit(0)
    }
    // The caller of the start reports its error.
    void starting.then(drain, () => undefined)
  }
  for (const signal of SIGNALS) process.on(signal, end)
}
