/** Sessions in encrypted cookies: the browser has the token of its reader only in a form that it cannot read. */
import { hkdfSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { PagesSettings } from './settings.ts'

/** Signed in. */
export interface ReaderSession {
  readonly token: string
}

/** On the way to GitHub and back. */
export interface SignIn {
  readonly state: string
  readonly verifier: string
  /** The path of the page that the reader wanted. */
  readonly to: string
}

/** A name of a cookie, and what it is for: one is no use as the other. */
type Purpose = 'session' | 'sign-in'

export interface Cookies {
  /** Returns the value of the header `set-cookie`. */
  readonly write: (purpose: Purpose, value: ReaderSession | SignIn) => Promise<string>
  /** Null: there is none, it has expired, or this App did not write it. */
  readonly read: (purpose: Purpose, request: IncomingMessage) => Promise<object | null>
  readonly clear: (purpose: Purpose) => string
}

const SECONDS: Readonly<Record<Purpose, number>> = { session: 3600, 'sign-in': 600 }
const KEY_BYTES = 32
const MAX_COOKIE = 4096

/** All processes of the App derive the same key. A new client secret ends all sessions. */
export function openCookies({ url, clientId, clientSecret }: PagesSettings, now: () => number): Cookies {
  const key = new Uint8Array(hkdfSync('sha256', clientSecret, clientId, 'tdd-gate pages', KEY_BYTES))
  const isSecure = url.startsWith('https:')
  const getCookieName = (purpose: Purpose) => `${isSecure ? '__Host-' : ''}tdd-gate-${purpose}`
  const toCookie = (purpose: Purpose, value: string, seconds: number) =>
    `${getCookieName(purpose)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax; Secure`
  return {
    write: async (purpose, value) => {
      const jwt = new EncryptJWT({ ...value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(Math.floor(now() / 1000) + SECONDS[purpose])
      return toCookie(purpose, await jwt.encrypt(key), SECONDS[purpose])
    },
    read: async (purpose, { headers }) => {
      const cookie = getCookie(headers.cookie ?? '', getCookieName(purpose))
      if (cookie === null || cookie.length > MAX_COOKIE) return null
      return decrypt(cookie, key, { audience: purpose, currentDate: new Date(now()) })
    },
    clear: (purpose) => toCookie(purpose, '', 0),
  }
}

function getCookie(header: string, name: string): string | null {
  const pair = header.split('; ').find((one) => one.startsWith(`${name}=`))
  return pair === undefined ? null : pair.slice(name.length + 1)
}

interface Expected {
  readonly audience: Purpose
  readonly currentDate: Date
}

async function decrypt(cookie: string, key: Uint8Array, expected: Expected): Promise<object | null> {
  try {
    const options = { ...expected, requiredClaims: ['exp'], clockTolerance: 0 }
    const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    return (await jwtDecrypt(cookie, key, { ...options, ...algorithms })).payload
  } catch {
    // Forged, expired, or of another key: all of them mean "not signed in".
    return null
  }
}
