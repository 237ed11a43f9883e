/** Reads the settings of the pages. */
import { badVariable } from '../../core/errors/app.ts'

export interface PagesSettings {
  /** The public address of this App, without a trailing slash. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Only the reader's own machine may do without TLS. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Null: there are no pages. @throws GateError `bad-environment` */
export function readPages(env: Readonly<Record<string, string | undefined>>): PagesSettings | null {
  const [text, clientId, clientSecret] = [env['TDD_GATE_URL'], env['GITHUB_CLIENT_ID'], env['GITHUB_CLIENT_SECRET']]
  if (!text) return null
  const url = URL.parse(text)
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.username === ''
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isPlain || !isSafe)
    throw badVariable('TDD_GATE_URL', 'is not an https address without a path', 'export TDD_GATE_URL=https://<host>')
  if (clientId && clientSecret) return { url: url.origin, clientId, clientSecret }
  const missing = clientId ? 'GITHUB_CLIENT_SECRET' : 'GITHUB_CLIENT_ID'
  throw badVariable(missing, 'is not set, so people cannot sign in', `export ${missing}=<from the App's settings>`)
}
