/** What an operator reads where the server cannot listen: real addresses of this machine. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenAt } from '../../src/app/listen.ts'

const open = (host: string, port: number) => {
  const server = createServer()
  onTestFinished(() => void server.close())
  return listenAt(server, { host, port })
}

test('a port in use asks for another port', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  await expect(open('127.0.0.1', (taken.address() as AddressInfo).port)).rejects.toMatchObject({
    code: 'bad-environment',
    message: expect.stringContaining('EADDRINUSE'),
    suggestion: { text: 'export PORT=<a free port>' },
  })
})

test.each([
  ['a name that leads nowhere', 'no-host.invalid'],
  ['an address of another machine', '203.0.113.1'],
])('%s asks for another host', async (_, host) => {
  await expect(open(host, 0)).rejects.toMatchObject({
    code: 'bad-environment',
    suggestion: { text: expect.stringMatching(/^export HOST=localhost/) },
  })
})
