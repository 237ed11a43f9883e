/** Errors of the App as a process: its environment, its port, its queue. */
import { GateError } from '../model/errors.ts'
import { advise, type Suggestion } from '../model/suggestion.ts'
import { LATER, STOP } from './database.ts'

/** The message never contains the value, which may be a secret. */
export function badVariable(name: string, what: string, advice: string, cause?: unknown): GateError {
  return new GateError('bad-environment', `The environment variable ${name} ${what}.`, advice, cause)
}

const NEXT_SECRET = {
  WEBHOOK_SECRET: "set the same one at GitHub: the App's settings, Webhook secret",
  TDD_GATE_METRICS_TOKEN: 'give the same one to the reader of /metrics',
}
export type SecretName = keyof typeof NEXT_SECRET | 'WEBHOOK_SECRET_PREVIOUS'

/** @param random prints a new secret in a shell */
export function badSecret(name: SecretName, what: string, random: string): GateError {
  if (name === 'WEBHOOK_SECRET_PREVIOUS')
    return badVariable(name, what, `unset ${name}, because a weak secret proves no delivery`)
  return badVariable(name, what, `export ${name}=$(${random}), and ${NEXT_SECRET[name]}`)
}

export function badProxy(name: string): GateError {
  const next = `export ${name}=http://<host>:<port>`
  return new GateError('bad-environment', `${name} is no address of a proxy.`, next)
}

/** A Node before 24.14 reads the proxy only when it starts. */
export function proxyComesTooLate(name: string, node: string): GateError {
  const what = `${name} names a proxy, and Node ${node} reads it only when it starts.`
  return new GateError('bad-environment', what, 'export NODE_USE_ENV_PROXY=1')
}

export function cannotListen(cause: unknown): GateError {
  const why = cause instanceof Error ? cause.message : String(cause)
  const isHost = /ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL/.test(why)
  const next = isHost ? 'export HOST=localhost, or another address of this machine' : 'export PORT=<a free port>'
  return new GateError('bad-environment', `Cannot listen on HOST and PORT: ${why}.`, next, cause)
}

export function badEventQueue(file: string, cause: unknown): GateError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GateError(
    'bad-store',
    `The store ${file} cannot be used: ${why}.`,
    advise('Put it on a writable local disk, or set another file', 'export TDD_GATE_STORE=<file>'),
    cause,
  )
}

export function laterStore(file: string, version: number): GateError {
  return new GateError('bad-store', `The store ${file} cannot be used: a later version (${version}) wrote it.`, LATER)
}

/** @param place that an operator named, or that the App uses by default @param next a step with the right place */
export function missingStore(place: string, next: Suggestion): GateError {
  return new GateError('bad-store', `The store ${place} cannot be used: it does not exist.`, next)
}

/** @param cause why the file cannot be written */
export function badBackup(file: string, cause: unknown, next: string): GateError {
  const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
  const why = isThere ? 'the file exists' : cause instanceof Error ? cause.message : String(cause)
  return new GateError('bad-store', `The backup ${file} cannot be written: ${why}.`, next, cause)
}

/** A wrong call of a command for operators. @param usage `admin <command> ...` */
export function badAdminCall(message: string, usage: string): GateError {
  return new GateError('bad-usage', message, usage)
}

export function unknownDeadLetter(id: string): GateError {
  return new GateError('bad-usage', `\`${id}\` is not the id of a dead letter.`, 'List them: admin dead')
}

export function useDump(target: string): GateError {
  const next = `pg_dump --schema=tdd_gate --no-unlogged-table-data --format=custom --file=${target} "$DATABASE_URL"`
  return new GateError('bad-usage', 'PostgreSQL has a command of its own for backups.', next)
}

export function unknownDelivery(guid: string): GateError {
  const next = "List them in the App's settings at GitHub: Advanced, Recent Deliveries"
  return new GateError('bad-usage', `GitHub keeps no delivery ${guid} of the last three days.`, next)
}

export function fileInUse(file: string, cause: unknown): GateError {
  return new GateError('bad-store', `The store ${file} is in use: a process of the App has it open.`, STOP, cause)
}

export function isNotEmpty(): GateError {
  return new GateError('bad-store', 'The target of the move is not empty.', 'Name a new file or an empty database.')
}

export function movedInPart(counts: string): GateError {
  const next = 'Nothing was moved. Report this defect with the counts.'
  return new GateError('bad-store', `The target has other counts than the source: ${counts}.`, next)
}
