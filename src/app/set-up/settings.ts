/** Reads where GitHub sends webhooks, and where the App takes them. */
import { badVariable } from '../../core/errors/app.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_PATH = '/api/github/webhooks'
/** As `URL` writes them. */
const LOOPBACK = /(?:^|\.)localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/

/**
 * Reads the address for webhooks from Probot's variable. @returns null: not configured @throws GateError
 * `bad-environment`
 */
export function readHook(env: Environment): string | null {
  const text = env['WEBHOOK_PROXY_URL']
  if (!text) return null
  const url = URL.parse(text)
  const isReached = url !== null && /^https?:$/.test(url.protocol) && !LOOPBACK.test(url.hostname)
  if (isReached) return url.href
  const next = `export WEBHOOK_PROXY_URL=https://<public host>${DEFAULT_PATH}`
  throw badVariable('WEBHOOK_PROXY_URL', 'is not an address that GitHub can reach', next)
}

/** A channel has a path of its own. @throws GateError `bad-environment` */
export function readChannel(env: Environment): string | null {
  const hook = readHook(env)
  return hook === null || new URL(hook).pathname === readWebhookPath(env) ? null : hook
}

/** Reads the path of webhooks. @throws GateError `bad-environment` */
export function readWebhookPath(env: Environment): string {
  const path = env['WEBHOOK_PATH'] || DEFAULT_PATH
  if (/^\/[\w./-]*$/.test(path) && !['/healthz', '/readyz', '/metrics'].includes(path)) return path
  throw badVariable('WEBHOOK_PATH', 'is not a path that webhooks may have', `export WEBHOOK_PATH=${DEFAULT_PATH}`)
}
