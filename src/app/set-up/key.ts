/** What lets somebody into the set-up where other machines reach it: a key that only the log of this process tells. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Where only this machine is answered no key is asked for. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i
const KEY_BYTES = 32
const COOKIE = 'tdd-gate-set-up'

export interface SetUpKey {
  /** Where to begin, without host and port. */
  readonly path: string
  /** @returns what a browser that brings the key keeps it as; `known` for one that did before; null for everybody else */
  readonly admit: (request: IncomingMessage) => { readonly cookie: string } | 'known' | null
}

/** @param host it listens at @returns null: none is needed */
export function openKey(host: string): SetUpKey | null {
  if (LOOPBACK.test(host)) return null
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return {
    path: `/probot?key=${key}`,
    admit: ({ method, url = '', headers }) => {
      const cookies = (headers.cookie ?? '').split(/;\s*/).map((one) => one.split('='))
      if (cookies.some(([name, value = '']) => name === COOKIE && isSame(value, key))) return 'known'
      const given = new URLSearchParams(url.split('?')[1]).get('key')
      // GitHub leads back from its own site: a stricter one would not come along.
      const cookie = `${COOKIE}=${key}; HttpOnly; SameSite=Lax; Path=/`
      return method === 'GET' && given !== null && isSame(given, key) ? { cookie } : null
    },
  }
}

/** Takes equally long wherever they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
