/** Protects a set-up that other machines can reach with a key that only the log of this process shows. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** No key is needed where only this machine can connect. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i
const KEY_BYTES = 32
const COOKIE = 'tdd-gate-set-up'

export interface SetUpKey {
  /** The path to open, without host and port. */
  readonly path: string
  /** Returns the cookie for a browser with the key; `known` for one that has the cookie; null for others. */
  readonly admit: (request: IncomingMessage) => { readonly cookie: string } | 'known' | null
}

/** Creates the key. @param host the configured host @returns null: no key is needed */
export function openKey(host: string): SetUpKey | null {
  if (LOOPBACK.test(host)) return null
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return {
    path: `/probot?key=${key}`,
    admit: ({ method, url = '', headers }) => {
      const cookies = (headers.cookie ?? '').split(/;\s*/).map((one) => one.split('='))
      if (cookies.some(([name, value = '']) => name === COOKIE && isSame(value, key))) return 'known'
      const given = new URLSearchParams(url.split('?')[1]).get('key')
      // GitHub redirects from its own site, so a stricter cookie would not be sent.
      const cookie = `${COOKIE}=${key}; HttpOnly; SameSite=Lax; Path=/`
      return method === 'GET' && given !== null && isSame(given, key) ? { cookie } : null
    },
  }
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
