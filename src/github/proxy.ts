/** Sends the requests of this process through the proxy that the environment names. */
import { badProxy } from '../core/errors/app.ts'

type Variables = Readonly<Record<string, string | undefined>>

const PROXIES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const

/**
 * Uses the proxy for every later `fetch`, except for hosts in NO_PROXY. Node asks for no proxy by itself, so the
 * dispatcher of all requests is replaced; it is loaded only where a proxy is named. Git and GitHub's toolkit read these
 * variables themselves. @throws GateError `bad-environment`
 */
export async function useProxy(env: Variables): Promise<void> {
  const named = PROXIES.filter((name) => env[name])
  if (named.length === 0) return
  const wrong = named.find((name) => !isProxy(env[name] ?? ''))
  if (wrong !== undefined) throw badProxy(wrong)
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici')
  const pick = (name: string) => env[name] || env[name.toUpperCase()] || ''
  const options = { httpProxy: pick('http_proxy'), httpsProxy: pick('https_proxy'), noProxy: pick('no_proxy') }
  setGlobalDispatcher(new EnvHttpProxyAgent(options))
}

function isProxy(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
