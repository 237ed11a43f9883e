/** Reads where the store is. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { badVariable } from '../../core/errors/app.ts'

/** The file of the store, and the address of the PostgreSQL database that is used instead, if there is one. */
interface StorePlace {
  readonly storeFile: string
  readonly databaseUrl: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws GateError `bad-environment` */
export function readStorePlace(env: Environment): StorePlace {
  return { storeFile: findStoreFile(env, homedir()), databaseUrl: getDatabaseUrl(env['DATABASE_URL']) }
}

/** Finds the file of the store. Earlier versions had another variable, and another name by default. */
export function findStoreFile(env: Environment, home: string): string {
  const named = env['TDD_GATE_STORE'] || env['TDD_GATE_INBOX']
  if (named) return named
  const folder = join(home, '.local/state/tdd-gate')
  const earlier = join(folder, 'inbox.sqlite')
  return existsSync(earlier) ? earlier : join(folder, 'store.sqlite')
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
