/** A bare Probot: `node app-door.ts <secret>`; the first line of its output is its port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNodeMiddleware, Probot } from 'probot'

const [secret = ''] = process.argv.slice(2)

/** As its documentation has it, without a line in the log, with a handler that does nothing: a kill loses what it took. */
const probot = new Probot({ appId: 1, privateKey: 'none', secret, logLevel: 'warn', logFormat: 'json' })
const handle = (app: Probot) => app.on('pull_request', () => undefined)
const server = createServer(await createNodeMiddleware(handle, { probot })).listen(0, '127.0.0.1')
await once(server, 'listening')
// Ends with its parent process.
process.on('disconnect', () => process.exit())
console.log((server.address() as AddressInfo).port)
