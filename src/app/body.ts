/** Reads request bodies with bounds on each and on all together. */
import type { IncomingMessage } from 'node:http'

/** GitHub limits payloads to 25 MB: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Nearly all webhooks are smaller. Large ones have a separate allowance, so that they cannot displace these. */
export const SMALL_BODY_BYTES = 1024 * 1024
/** Bounds on the memory of all bodies, because the sender is unknown until the body is read. */
const ALLOWED = { small: 16 * SMALL_BODY_BYTES, large: 4 * MAX_BODY_BYTES } as const

export type RequestBody = Buffer | 'too-large' | 'busy' | 'broken'

/** A body that is being read. */
interface Reading {
  held: number
  readonly drop: () => void
}

/** Creates a function that reads a body, or returns why it refused; the rest of the body is then unread. */
export function createBodyReader(): (request: IncomingMessage) => Promise<RequestBody> {
  const small = openAllowance(ALLOWED.small)
  const large = openAllowance(ALLOWED.large)
  return async (request) => {
    // Node never delivers more than the announced length. Without an announcement the size is unknown.
    const announced = Number(request.headers['content-length'] ?? MAX_BODY_BYTES)
    if (announced > MAX_BODY_BYTES) return 'too-large'
    return collect(request, announced < SMALL_BODY_BYTES ? small : large)
  }
}

interface Allowance {
  readonly begin: (drop: () => void) => Reading
  /** Drops the oldest bodies until the rest fits. GitHub sends a body at once; a slow sender is not GitHub. */
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

function collect(request: IncomingMessage, allowance: Allowance): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const settle = (body: RequestBody) => {
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
    // The sender closed the connection, or was too slow.
    const lose = () => settle('broken')
    request.on('data', take).on('end', finish).on('close', lose).on('error', lose)
  })
}
