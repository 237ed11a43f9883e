/**
 * The App for Probot's own tools: `probot run`, `probot receive` and adapters for other servers. `bin.mjs` is the
 * default, because its server acknowledges a webhook only when it is on disk.
 */
import type { Probot } from 'probot'
import { useProxy } from '../github/proxy.ts'
import { openGate } from './gate/open.ts'
import { acceptVerified } from './receive.ts'
import { readSettings } from './settings.ts'
import { startWorker } from './start.ts'
import { openLog } from './telemetry/log.ts'

/** Loads the App. @throws GateError like `startApp` */
export default async (app: Probot): Promise<void> => {
  useProxy(process.env)
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  const worker = await startWorker(settings, openGate(settings), log)
  const intake = { ...worker, appId: settings.appId, log }
  app.onAny(async ({ id, name, payload }) => void (await acceptVerified({ delivery: id, name, payload }, intake)))
}
