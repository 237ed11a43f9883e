/** Listens on the configured host and port, or reports why it cannot. */
import { createServer, type Server } from 'node:net'
import { cannotListen } from '../core/errors/app.ts'

interface Place {
  readonly host: string
  readonly port: number
}

/** Names a host or port that cannot be used, before anything waits for others. @throws GateError `bad-environment` */
export async function tryPlace(place: Place): Promise<void> {
  const server = createServer()
  await listenAt(server, place)
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

/** Returns the port in use. @throws GateError `bad-environment` */
export async function listenAt(server: Server, { host, port }: Place): Promise<number> {
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
