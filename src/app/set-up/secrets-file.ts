/** Writes `.env`, the file with the settings of the next start. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = '.env'
/** Only the owner may read the file. */
const PRIVATE = 0o600

type OfApp = Readonly<Record<'APP_ID' | 'PRIVATE_KEY' | 'WEBHOOK_SECRET', string>>
/** The client by which people sign in to the pages. An App that is imported comes without it. */
type OfClient = Readonly<Record<'GITHUB_CLIENT_ID' | 'GITHUB_CLIENT_SECRET', string>>
export type Secrets = OfApp & Partial<OfClient>

/** Writes the secrets and keeps the rest of the file. */
export function writeSecrets(secrets: Secrets): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const names = Object.keys(secrets).join('|')
  const others = before.replaceAll(new RegExp(`^(?:${names})=(?:"[^"]*"|'[^']*'|.*)\\n?`, 'gm'), '')
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${toValue(value)}\n`)
  const gap = others === '' || others.endsWith('\n') ? '' : '\n'
  writeFileSync(FILE, others + gap + lines.join(''), { mode: PRIVATE })
  // An existing file would keep its mode.
  chmodSync(FILE, PRIVATE)
}

/** Between double quotes a line break is written as `\n`. */
function toValue(value: string): string {
  const line = value.trim().replaceAll(/\r?\n/g, '\\n')
  if (/^[\w-]+$/.test(line)) return line
  return line.includes('"') ? `'${line}'` : `"${line}"`
}
