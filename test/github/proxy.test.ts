/** Requests go through the proxy that the environment names: a real CONNECT proxy, and a real server behind it. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { useProxy } from '../../src/github/proxy.ts'
import { getFolder } from '../support/folder.ts'

const tunnels: string[] = []
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const github = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}'),
)
const proxy = createServer().on('connect', ({ url = '' }, client, head) => {
  tunnels.push(url)
  const { hostname, port } = new URL(`http://${url}`)
  const server = connectSocket(Number(port), hostname, () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.write(head)
    server.pipe(client).pipe(server)
  })
  for (const socket of [client, server]) socket.on('error', () => undefined)
})
let [githubUrl, proxyUrl] = ['', '']
beforeAll(async () => {
  githubUrl = await listen(github)
  proxyUrl = await listen(proxy)
})
afterEach(() => {
  tunnels.length = 0
})
afterAll(() => {
  for (const server of [github, proxy]) server.close().closeAllConnections()
})

const ask = async () =>
  (await connect({ token: 't', baseUrl: githubUrl }).request('GET /repos/{owner}/{repo}', { owner: 'o', repo: 'r' }))
    .data

test.each(['HTTP_PROXY', 'http_proxy'])('by %s the client reaches GitHub through the proxy', async (name) => {
  onTestFinished(useProxy({ [name]: proxyUrl }))
  expect(await ask()).toEqual({ id: 1 })
  expect(tunnels).toEqual([new URL(githubUrl).host])
})

test.each([
  ['NO_PROXY names the host', () => ({ HTTP_PROXY: proxyUrl, NO_PROXY: 'example.com,127.0.0.1' })],
  ['the proxy is for other addresses', () => ({ HTTPS_PROXY: proxyUrl })],
  ['no proxy is named', () => ({ HTTP_PROXY: '' })],
])('where %s it goes there directly', async (_, toEnv) => {
  onTestFinished(useProxy(toEnv()))
  expect(await ask()).toEqual({ id: 1 })
  expect(tunnels).toEqual([])
})

test('an address that is none is named, without its content, which may be a password', () => {
  const start = () => useProxy({ HTTPS_PROXY: 'mona:secret' })
  expect(start).toThrow(expect.objectContaining({ code: 'bad-environment' }))
  expect(start).toThrow(/HTTPS_PROXY/)
  expect(start).not.toThrow(/secret/)
})

/** A server that only a certificate of its own vouches for, as a company's inspecting proxy is. */
async function startTls(): Promise<{ readonly port: number; readonly ca: string }> {
  const folder = getFolder({})
  const [key, ca] = [join(folder, 'key.pem'), join(folder, 'ca.pem')]
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', ca]
  execFileSync(
    'openssl',
    ['req', '-x509', ...kind, '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    {
      stdio: 'ignore',
    },
  )
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(ca) }, (_, response) =>
    response.end('seen'),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, ca }
}

/** A program of its own, because Node reads its authorities when it starts. */
async function askByTls(port: number, env: Readonly<Record<string, string>>): Promise<string> {
  const code = `const { useProxy } = await import('${pathToFileURL(resolve('src/github/proxy.ts')).href}')
useProxy(process.env)
console.log(await fetch('https://localhost:${port}/').then((answer) => answer.text(), ({ cause }) => cause.code))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { env })
  return stdout.trim()
}

test('behind the proxy the certificates count that NODE_EXTRA_CA_CERTS adds, and no others', async () => {
  const { port, ca } = await startTls()
  const env = { https_proxy: proxyUrl }
  expect(await askByTls(port, { ...env, NODE_EXTRA_CA_CERTS: ca })).toBe('seen')
  expect(await askByTls(port, env)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(tunnels).toEqual([`localhost:${port}`, `localhost:${port}`])
})

test('a Node that cannot change its proxy any more says what to do', () => {
  const code = `delete require('node:http').setGlobalProxyFromEnv
import('${pathToFileURL(resolve('src/github/proxy.ts')).href}').then(({ useProxy }) => {
  const ask = (env) => { try { return useProxy(env), 'used' } catch ({ code, suggestion }) { return [code, suggestion.text] } }
  console.log(JSON.stringify([ask({}), ask({ HTTPS_PROXY: 'http://a:1' }), ask({ HTTPS_PROXY: 'http://a:1', NODE_USE_ENV_PROXY: '1' })]))
})`
  expect(JSON.parse(execFileSync(process.execPath, ['--eval', code], { encoding: 'utf8' }))).toEqual([
    'used',
    ['bad-environment', 'export NODE_USE_ENV_PROXY=1'],
    'used',
  ])
})
