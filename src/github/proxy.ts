/** Sends the requests of this process through the proxy that the environment names. */
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
  const [named] = PROXIES.filter((name) => env[name])
  if (named === undefined) return () => undefined
  const wrong = PROXIES.find((name) => env[name] && !isProxy(env[name]))
  if (wrong !== undefined) throw badProxy(wrong)
  // `http` is loaded only where a proxy is named. It has the function from Node 24.14 on.
  const { setGlobalProxyFromEnv } = process.getBuiltinModule('node:http')
  if (typeof setGlobalProxyFromEnv === 'function') return setGlobalProxyFromEnv({ ...env })
  if (env['NODE_USE_ENV_PROXY'] !== '1') throw proxyComesTooLate(named, process.versions.node)
  return () => undefined
}

function isProxy(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
