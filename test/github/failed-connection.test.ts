/** What a person reads when no connection to GitHub is possible: real ports, and the real client. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import type { Audience } from '../../src/github/refusal.ts'
import { getFolder } from '../support/folder.ts'

const listen = async (server: Server): Promise<string> => {
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const close = (server: Server) => new Promise((resolve) => server.close(resolve))
const ask = (baseUrl: string, asker: Audience = 'app', timeoutMs = 5000): Promise<unknown> =>
  connect({ token: 't', baseUrl, asker, retryBaseMs: 1, timeoutMs })
    .request('GET /app', {})
    .catch((error: unknown) => error)

const closedPort = async () => {
  const server = createServer()
  const host = await listen(server)
  await close(server)
  return host
}

test.each([
  ['app', /^Let this machine reach 127\.0\.0\.1:\d+: .*HTTPS_PROXY.* Events are kept: the App asks again\.$/],
  ['person', /^Let this machine reach .*HTTP_PROXY.* Then run: tdd-gate doctor$/],
  ['job', /^Let this machine reach .*NO_PROXY.* Then run the job again: gh run rerun <run id>$/],
] as const)('a refused connection names host, cause and proxy: %s', async (asker, next) => {
  const host = await closedPort()
  expect(await ask(`http://${host}`, asker)).toMatchObject({
    code: 'github-unavailable',
    message: `GitHub did not answer GET /app: the connection to ${host} failed (connect ECONNREFUSED ${host}).`,
    suggestion: { text: expect.stringMatching(next) },
  })
})

test('an unknown host is named', async () => {
  expect(await ask('http://github.invalid')).toMatchObject({
    message: expect.stringMatching(/the connection to github\.invalid failed \(getaddrinfo E\w+ github\.invalid\)\.$/),
  })
})

test('a server that says nothing is no failure of GitHub with a status', async () => {
  const host = await listen(createSocketServer((socket) => void socket.on('error', () => undefined)))
  expect(await ask(`http://${host}`, 'app', 50)).toMatchObject({
    message: expect.stringMatching(/^GitHub did not answer GET \/app: the connection to \S+ failed \(.*timeout\)\.$/),
  })
})

test('a server that closes the connection is named', async () => {
  const host = await listen(createSocketServer((socket) => socket.destroy()))
  expect(await ask(`http://${host}`)).toMatchObject({
    message: expect.stringMatching(/ failed \((?:UND_ERR_SOCKET: other side closed|.*ECONNRESET.*)\)\.$/),
  })
})

test.skipIf(spawnSync('openssl', ['version']).status !== 0)('an unknown certificate says how to trust it', async () => {
  const folder = getFolder({})
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '1']
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const host = await listen(createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }))
  expect(await ask(`https://${host}`)).toMatchObject({
    message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate'),
    suggestion: { text: expect.stringContaining('export NODE_EXTRA_CA_CERTS=<file.pem>') },
  })
})

test('an answer with 500 is still a failure of GitHub', async () => {
  const host = await listen(createServer((_, response) => response.writeHead(500).end()))
  expect(await ask(`http://${host}`)).toMatchObject({
    message: 'GitHub did not answer GET /app: it failed (500).',
    suggestion: { text: expect.stringContaining('githubstatus.com') },
  })
})
