/** A process that takes webhooks: `node app-door.ts bare|ours <folder> <secret>`; the first line of its output is its port, each message is answered with the CPU it took. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createNodeMiddleware, Probot } from 'probot'
import { openLog } from '../src/app/log.ts'
import { openServer } from '../src/app/server.ts'
import { openInbox } from '../src/inbox/sqlite.ts'

const [kind, folder = '', secret = ''] = process.argv.slice(2)
const APP = 1
const OPTIONS = { concurrency: 4, maxTries: 3, retryMs: 1000 }

/** As its documentation has it, without a line in the log, with a handler that does nothing: a kill loses what it took. */
async function startBare(): Promise<number> {
  const probot = new Probot({ appId: APP, privateKey: 'none', secret, logLevel: 'warn', logFormat: 'json' })
  const handle = (app: Probot) => app.on('pull_request', () => undefined)
  const server = createServer(await createNodeMiddleware(handle, { probot })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** With an inbox on the disk, and a worker that empties it meanwhile. */
async function startOurs(): Promise<number> {
  const inbox = openInbox(join(folder, 'inbox.sqlite'))
  inbox.run(async () => undefined, OPTIONS)
  const options = { inbox, secret, appId: APP, log: openLog('warn'), webhookPath: '/api/github/webhooks' }
  return openServer({ ...options, onInstallation: () => undefined }).open('127.0.0.1', 0)
}

process.on('message', () => process.send?.(process.cpuUsage()))
// Whoever started it ends it.
process.on('disconnect', () => process.exit())
console.log(await (kind === 'bare' ? startBare() : startOurs()))
