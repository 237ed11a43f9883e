/** Listens on the configured host and port, or reports why it cannot. */
import type { Server } from 'node:net'
import { GateError } from '../core/model/errors.ts'

/** Returns the port in use. @throws GateError `bad-environment` */
export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> {
  try {
    return await listen(server, host, port)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new GateError(
      'bad-environment',
      `Cannot listen on HOST and PORT: ${why}.`,
      'export PORT=<a free port>',
      cause,
    )
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
