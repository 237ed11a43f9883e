/** `npm start`: the App as a process, from its environment to its last breath. */
import { existsSync } from 'node:fs'
import { GateError } from '../core/model/errors.ts'
import { flushLog, getFields, openLog } from './log.ts'
import { startSetUp } from './set-up/set-up.ts'
import { isFirstStart, readSettings, type Settings } from './settings.ts'
import { startApp } from './start.ts'
import type { HandleJob } from './worker.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const UNEXPECTED = 3
/** After the grace of the work; whoever is not done then is done by the next process. */
const LAST_MS = 25_000

/** @param open what is done with letters, by these settings @returns when the App listens, or its process is about to end */
export async function main(open: (settings: Settings) => HandleJob): Promise<void> {
  try {
    const starting = begin(open)
    endBySignal(starting)
    await starting
  } catch (error) {
    flushLog()
    openLog('error', (line) => process.stderr.write(line))('error', 'not started', getFields(error))
    // Something may be open already.
    process.exit(error instanceof GateError ? error.exit : UNEXPECTED)
  }
}

type Stop = () => Promise<void>

async function begin(open: (settings: Settings) => HandleJob): Promise<Stop> {
  // Where Probot's set-up writes; what is set already stays.
  if (existsSync('.env')) process.loadEnvFile()
  if (isFirstStart(process.env)) return startSetUp(process.env)
  const settings = readSettings(process.env)
  return (await startApp(settings, open(settings), openLog(settings.logLevel))).stop
}

/** The first signal drains, a second one insists. One that comes while the App starts is heard too. */
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
    // What kept it from starting is told by whoever started it.
    void starting.then(drain, () => undefined)
  }
  for (const signal of SIGNALS) process.on(signal, end)
}
