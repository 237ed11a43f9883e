/** The file `.env`, in which the set-up keeps what the next start reads. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

const FILE = '.env'
/** Nobody else on this machine may read it. */
const PRIVATE = 0o600

export type Secrets = Readonly<Record<'APP_ID' | 'PRIVATE_KEY' | 'WEBHOOK_SECRET', string>>

/** Everything else in the file stays as it is. */
export function writeSecrets(secrets: Secrets): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  const names = Object.keys(secrets).join('|')
  const others = before.replaceAll(new RegExp(`^(?:${names})=(?:"[^"]*"|'[^']*'|.*)\\n?`, 'gm'), '')
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${toValue(value)}\n`)
  const gap = others === '' || others.endsWith('\n') ? '' : '\n'
  writeFileSync(FILE, others + gap + lines.join(''), { mode: PRIVATE })
  // One that was there keeps its mode otherwise.
  chmodSync(FILE, PRIVATE)
}

/** Between double quotes a line break is written as `\n`. */
function toValue(value: string): string {
  const line = value.trim().replaceAll(/\r?\n/g, '\\n')
  if (/^[\w-]+$/.test(line)) return line
  return line.includes('"') ? `'${line}'` : `"${line}"`
}
