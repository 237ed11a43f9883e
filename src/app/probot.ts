/**
 * The App as Probot's own tools load it: `probot run`, `probot receive`, adapters for servers of others. `bin.mjs` is the
 * default, because its server acknowledges a webhook only when it is on the disk.
 */
import type { Probot } from 'probot'
import { openGate } from './gate/open.ts'
import { openLog } from './log.ts'
import { acceptVerified } from './receive.ts'
import { readSettings } from './settings.ts'
import { startWorker } from './start.ts'

/** @throws GateError as `startApp` does */
export default async (app: Probot): Promise<void> => {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  const worker = await startWorker(settings, openGate(settings), log)
  const intake = { ...worker, appId: settings.appId, log }
  app.onAny(({ id, name, payload }) => acceptVerified({ delivery: id, name, payload }, intake))
}
