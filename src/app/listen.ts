/** Listens where the environment says, or says in a sentence why it cannot. */
import type { Server } from 'node:net'
import { GateError } from '../core/model/errors.ts'

/** @returns the port that it got @throws GateError `bad-environment` */
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
      `HOST and PORT cannot be listened at: ${why}.`,
      'export PORT=<one that is free>',
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
