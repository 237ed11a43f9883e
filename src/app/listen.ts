/** Listens on the configured host and port, or reports why it cannot. */
import type { Server } from 'node:net'
import { cannotListen } from '../core/errors/app.ts'

/** Returns the port in use. @throws GateError `bad-environment` */
export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  try {
    return await listen(server, host, port)
  } catch (cause) {
    throw cannotListen(cause)
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}
