/** Sends the requests of this process through the proxy that the environment names. */
import http from 'node:http'
import { badProxy, proxyComesTooLate } from '../core/errors/app.ts'

type Variables = Readonly<Record<string, string | undefined>>

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const

/**
 * Uses the proxy for every later `fetch`, except for hosts in NO_PROXY. Node does so by itself only where it started
 * with NODE_USE_ENV_PROXY. Git and GitHub's toolkit read these variables themselves.
 * @returns undoes it
 * @throws GateError `bad-environment`
 */
export function useProxy(env: Variables): () => void {
  const named = PROXIES.filter((name) => env[name])
  const wrong = named.find((name) => !isProxy(env[name] ?? ''))
  if (wrong !== undefined) throw badProxy(wrong)
  // Node has the function from 24.14 on.
  const use: typeof http.setGlobalProxyFromEnv | undefined = http.setGlobalProxyFromEnv
  if (use !== undefined) return use({ ...env })
  if (named[0] !== undefined && env['NODE_USE_ENV_PROXY'] !== '1') throw proxyComesTooLate(named[0])
  return () => undefined
}

function isProxy(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
