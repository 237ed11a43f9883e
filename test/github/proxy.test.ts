/** Requests go through the proxy that the environment names: a real CONNECT proxy, and a real server behind it. */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/github/connect.ts'
import { useProxy } from '../../src/github/proxy.ts'

const direct = getGlobalDispatcher()
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
afterEach(async () => {
  if (getGlobalDispatcher() !== direct) await getGlobalDispatcher().close()
  setGlobalDispatcher(direct)
  tunnels.length = 0
})
afterAll(() => {
  for (const server of [github, proxy]) server.close().closeAllConnections()
})

const ask = async () =>
  (await connect({ token: 't', baseUrl: githubUrl }).request('GET /repos/{owner}/{repo}', { owner: 'o', repo: 'r' }))
    .data

test.each(['HTTP_PROXY', 'http_proxy'])('by %s the client reaches GitHub through the proxy', async (name) => {
  await useProxy({ [name]: proxyUrl })
  expect(await ask()).toEqual({ id: 1 })
  expect(tunnels).toEqual([new URL(githubUrl).host])
})

test.each([
  ['NO_PROXY names the host', () => ({ HTTP_PROXY: proxyUrl, NO_PROXY: 'example.com,127.0.0.1' })],
  ['the proxy is for other addresses', () => ({ HTTPS_PROXY: proxyUrl })],
  ['no proxy is named', () => ({ HTTP_PROXY: '' })],
])('where %s it goes there directly', async (_, toEnv) => {
  await useProxy(toEnv())
  expect(await ask()).toEqual({ id: 1 })
  expect(tunnels).toEqual([])
})

test('an address that is none is named, without its content, which may be a password', async () => {
  const refusal = useProxy({ HTTPS_PROXY: 'mona:secret' })
  await expect(refusal).rejects.toMatchObject({
    code: 'bad-environment',
    message: expect.stringContaining('HTTPS_PROXY'),
  })
  await expect(refusal).rejects.not.toThrow(/secret/)
})
