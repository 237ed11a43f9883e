/** Reads the body of a request with bounds: of one, and of all that are being read. */
import type { IncomingMessage } from 'node:http'

/** GitHub's cap of a payload. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Nobody is known before the body is read: what strangers may fill together. */
export const MAX_BYTES_AT_ONCE = 4 * MAX_BODY_BYTES

export type Body = Buffer | 'too-large' | 'busy' | 'broken'

/** @returns a function that reads a body, or says why not; the rest of it is left unread then */
export function bodyReader(): (request: IncomingMessage) => Promise<Body> {
  let held = 0
  return async (request) => {
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > MAX_BODY_BYTES) return 'too-large'
    if (held + announced > MAX_BYTES_AT_ONCE) return 'busy'
    let size = 0
    const body = await collect(request, (bytes) => {
      size += bytes
      held += bytes
      if (size > MAX_BODY_BYTES) return 'too-large'
      return held > MAX_BYTES_AT_ONCE ? 'busy' : null
    })
    held -= size
    return body
  }
}

/** @param refuse told the bytes of each chunk, gives why no more is read */
function collect(request: IncomingMessage, refuse: (bytes: number) => 'too-large' | 'busy' | null): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const settle = (body: Body) => {
      request.off('data', take).off('end', finish).off('close', lose)
      resolve(body)
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      const refused = refuse(chunk.length)
      if (refused === null) return
      request.pause()
      settle(refused)
    }
    const finish = () => settle(Buffer.concat(chunks))
    // Whoever sends hung up, or was too slow.
    const lose = () => settle('broken')
    request.on('data', take).on('end', finish).on('close', lose).on('error', lose)
  })
}
