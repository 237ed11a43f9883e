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
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
        size += chunk.length
        held += chunk.length
        if (size > MAX_BODY_BYTES) return 'too-large'
        if (held > MAX_BYTES_AT_ONCE) return 'busy'
        chunks.push(chunk)
      }
      return Buffer.concat(chunks, size)
    } catch (error) {
      if (isGone(error)) return 'broken'
      throw error
    } finally {
      held -= size
    }
  }
}

/** Whoever sends hung up, or was too slow. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
