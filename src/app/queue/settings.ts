/** Reads where the store is. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { badVariable } from '../../core/errors/app.ts'

/** The file of the event queue, and the address of the PostgreSQL database that is used instead, if there is one. */
interface StorePlace {
  readonly storeFile: string
  readonly databaseUrl: string | null
}

/** @throws GateError `bad-environment` */
export function readStorePlace(env: Readonly<Record<string, string | undefined>>): StorePlace {
  const storeFile = env['TDD_GATE_INBOX'] || join(homedir(), '.local/state/tdd-gate/inbox.sqlite')
  return { storeFile, databaseUrl: getDatabaseUrl(env['DATABASE_URL']) }
}

/** The parser of the library also knows addresses without a host, of a socket. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text)
}

function getDatabaseUrl(text: string | undefined): string | null {
  if (!text) return null
  if (isDatabaseUrl(text)) return text
  const next = 'export DATABASE_URL=postgres://<user>:<password>@<host>/<database>'
  throw badVariable('DATABASE_URL', 'is not an address of PostgreSQL', next)
}
