/** Where artifacts lie: another host than the API's, with addresses that are good for a minute. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Artifact, Repository, WorkflowRun, World } from '../world.ts'

const ADDRESS_MS = 60_000

export interface Store extends AsyncDisposable {
  readonly put: (repository: Repository, run: WorkflowRun, name: string, bytes: Buffer) => Artifact
  /** An address that needs no token and must be sent none. */
  readonly addressOf: (artifact: Artifact) => string
}

export async function openStore(world: World): Promise<Store> {
  const addresses = new Map<string, { readonly artifact: Artifact; readonly until: number }>()
  const server = createServer((request, response) => {
    if (request.headers.authorization !== undefined) world.problems.push('A token was sent to the store of artifacts.')
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const found = addresses.get(searchParams.get('sig') ?? '')
    if (found === undefined || Date.now() > found.until) return void response.writeHead(403).end()
    response.writeHead(200, { 'content-type': 'application/zip' }).end(found.artifact.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    put: (repository, run, name, bytes) => {
      const artifact = { id: world.nextId(), run, name, bytes, createdAt: world.now(), isExpired: false }
      repository.artifacts.push(artifact)
      return artifact
    },
    addressOf: (artifact) => {
      const signature = randomUUID()
      addresses.set(signature, { artifact, until: Date.now() + ADDRESS_MS })
      return `${url}/${artifact.id}.zip?sig=${signature}`
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
