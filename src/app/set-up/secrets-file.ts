/** Writes `.env`, the file with the settings of the next start. */
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'

export const SECRETS_FILE = '.env'
/** Only the owner may read the file. */
const PRIVATE = 0o600
/** More than the settings of an App: whatever GitHub answers has its place on the disk before GitHub is asked. */
const RESERVED = `#${' '.repeat(16_000)}\n`

type OfApp = Readonly<Record<'APP_ID' | 'PRIVATE_KEY' | 'WEBHOOK_SECRET', string>>
/** The client by which people sign in to the pages, and their address. An App that is imported comes without them. */
type OfPages = Readonly<Record<'GITHUB_CLIENT_ID' | 'GITHUB_CLIENT_SECRET' | 'TDD_GATE_URL', string>>
export type Secrets = Partial<OfApp & OfPages & Readonly<Record<'WEBHOOK_PROXY_URL', string>>>

interface SecretsFile extends Disposable {
  /** Writes the secrets and keeps the rest of the file. */
  readonly write: (secrets: Secrets) => void
}

/**
 * Opens the file and reserves its place. Without a call of `write` it is as before when it is disposed.
 * @throws Error of the system
 */
export function openSecrets(): SecretsFile {
  const isNew = !existsSync(SECRETS_FILE)
  const file = openSync(SECRETS_FILE, constants.O_RDWR | constants.O_CREAT, PRIVATE)
  const before = readFileSync(file, 'utf8')
  let after: string | null = null
  const put = (text: string) => {
    writeSync(file, text, 0)
    ftruncateSync(file, Buffer.byteLength(text))
    fsyncSync(file)
  }
  const end = () => {
    if (after === null) put(before)
    closeSync(file)
    if (after === null && isNew) rmSync(SECRETS_FILE)
  }
  try {
    put(endLine(before) + RESERVED)
  } catch (error) {
    end()
    throw error
  }
  return {
    write: (secrets) => {
      after = merge(before, secrets)
      put(after)
      // An existing file would keep its mode.
      fchmodSync(file, PRIVATE)
    },
    [Symbol.dispose]: end,
  }
}

function merge(before: string, secrets: Secrets): string {
  const names = Object.keys(secrets).join('|')
  const others = before.replaceAll(new RegExp(`^(?:${names})=(?:"[^"]*"|'[^']*'|.*)\\n?`, 'gm'), '')
  return (
    endLine(others) +
    Object.entries(secrets)
      .map(([name, value]) => `${name}=${toValue(value)}\n`)
      .join('')
  )
}

const endLine = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Between double quotes a line break is written as `\n`. */
function toValue(value: string): string {
  const line = value.trim().replaceAll(/\r?\n/g, '\\n')
  if (/^[\w-]+$/.test(line)) return line
  return line.includes('"') ? `'${line}'` : `"${line}"`
}
