/** Errors of the PostgreSQL database that several processes of the App share. */
import { GateError } from '../model/errors.ts'
import { isUntrustedCertificate } from './known-error.ts'

const ADDRESS = 'postgres://<user>:<password>@<host>/<database>'
/** `admin move` has its addresses from its options. */
const PLACE = 'DATABASE_URL, or in the place that you named'

/**
 * The next step for each cause: the SQLSTATE of the server, or the code of the system.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const STEPS: readonly (readonly [code: RegExp, next: string])[] = [
  [/^28/, `Correct the user and the password in ${PLACE}: ${ADDRESS}`],
  [/^3D000/, `Create the database in psql: CREATE DATABASE <database>; or correct its name in ${PLACE}.`],
  [/^42501/, 'Let the user create a schema, in psql: GRANT CREATE ON DATABASE <database> TO <user>'],
  [/^53300/, 'Give the server more connections (max_connections): a process of the App uses up to eight.'],
  [/^57P03/, 'Wait until the database has started, then repeat the command.'],
  [
    /SSL/,
    `Correct sslmode in ${PLACE}, and trust the certificate of the server: ?sslmode=verify-full&sslrootcert=<file.pem>`,
  ],
]
const REACH = `Start the database, or correct the host and the port in ${PLACE}: ${ADDRESS}`

/** The message never contains the address, which may contain a password. */
export function badDatabase(error: unknown): GateError {
  const why = error instanceof Error ? error.message || error.name : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The library has no code for a server without TLS.
  const isOfTls = isUntrustedCertificate(code) || (code === '' && why.includes('SSL'))
  const cause = isOfTls ? 'SSL' : code
  const [, next = REACH] = STEPS.find(([known]) => known.test(cause)) ?? []
  return new GateError('bad-store', toMessage(why), next, error)
}

/** Of a store that a later version has migrated. */
export const LATER = 'Start that version of the App, or a later one.'

export function laterDatabase(version: number): GateError {
  return new GateError('bad-store', toMessage(`a later version (${version}) wrote its tables`), LATER)
}

export function noStoreInDatabase(): GateError {
  return new GateError('bad-store', toMessage('it holds no store'), 'Name the database that the App uses.')
}

export function databaseInUse(): GateError {
  return new GateError('bad-store', 'The database is in use: a process of the App has it open.', STOP)
}

/** While a process has the store open. */
export const STOP = 'Stop every process of the App, then repeat the command'

function toMessage(why: string): string {
  return `The database cannot be used: ${why}.`
}
