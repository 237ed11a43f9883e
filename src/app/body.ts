/** Reads the body of a request with bounds: of one, and of all that are being read. */
import type { IncomingMessage } from 'node:http'

/** GitHub's cap of a payload. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Nearly all webhooks are smaller: large ones have an allowance of their own, and cannot crowd these out. */
export const SMALL_BODY_BYTES = 1024 * 1024
/** Nobody is known before the body is read: what strangers may fill together. */
const ALLOWED = { small: 16 * SMALL_BODY_BYTES, large: 4 * MAX_BODY_BYTES } as const

export type Body = Buffer | 'too-large' | 'busy' | 'broken'

/** A body that is being read. */
interface Reading {
  held: number
  readonly drop: () => void
}

/** @returns a function that reads a body, or says why not; the rest of it is left unread then */
export function bodyReader(): (request: IncomingMessage) => Promise<Body> {
  const small = openAllowance(ALLOWED.small)
  const large = openAllowance(ALLOWED.large)
  return async (request) => {
    // Node gives no more than was announced; what announces nothing may be of any size.
    const announced = Number(request.headers['content-length'] ?? MAX_BODY_BYTES)
    if (announced > MAX_BODY_BYTES) return 'too-large'
    return collect(request, announced < SMALL_BODY_BYTES ? small : large)
  }
}

interface Allowance {
  readonly begin: (drop: () => void) => Reading
  /** Drops the oldest until all that is held fits: GitHub sends a body in a moment, who holds it back is somebody else. */
  readonly hold: (reading: Reading, bytes: number) => void
  readonly end: (reading: Reading) => void
}

function openAllowance(most: number): Allowance {
  const readings = new Set<Reading>()
  let held = 0
  const end = (reading: Reading) => {
    if (readings.delete(reading)) held -= reading.held
  }
  return {
    begin: (drop) => {
      const reading = { held: 0, drop }
      readings.add(reading)
      return reading
    },
    hold: (reading, bytes) => {
      reading.held += bytes
      held += bytes
      for (const oldest of readings) {
        if (held <= most) return
        end(oldest)
        oldest.drop()
      }
    },
    end,
  }
}

function collect(request: IncomingMessage, allowance: Allowance): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const settle = (body: Body) => {
      allowance.end(reading)
      request.off('data', take).off('end', finish).off('close', lose)
      resolve(body)
    }
    const refuse = (why: 'too-large' | 'busy') => {
      request.pause()
      settle(why)
    }
    const reading = allowance.begin(() => refuse('busy'))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      allowance.hold(reading, chunk.length)
      if (reading.held > MAX_BODY_BYTES) refuse('too-large')
    }
    const finish = () => settle(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks))
    // Whoever sends hung up, or was too slow.
    const lose = () => settle('broken')
    request.on('data', take).on('end', finish).on('close', lose).on('error', lose)
  })
}
