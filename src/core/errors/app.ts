/** Errors of the App as a process: its environment, its port, its queue. */
import { advise, GateError } from '../model/errors.ts'

/** The message never contains the value, which may be a secret. */
export function badVariable(name: string, what: string, advice: string, cause?: unknown): GateError {
  return new GateError('bad-environment', `The environment variable ${name} ${what}.`, advice, cause)
}

export function badProxy(name: string): GateError {
  const next = `export ${name}=http://<host>:<port>`
  return new GateError('bad-environment', `${name} is no address of a proxy.`, next)
}

export function cannotListen(cause: unknown): GateError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GateError('bad-environment', `Cannot listen on HOST and PORT: ${why}.`, 'export PORT=<a free port>', cause)
}

export function badEventQueue(file: string, cause: unknown): GateError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GateError(
    'bad-inbox',
    `The inbox ${file} cannot be used: ${why}.`,
    advise('Put it on a writable local disk, or set another file', 'export TDD_GATE_INBOX=<file>'),
    cause,
  )
}

/** The message never contains the address, which may contain a password. */
export function badDatabase(why: string, cause?: unknown): GateError {
  return new GateError(
    'bad-inbox',
    `The database of DATABASE_URL cannot be used: ${why}.`,
    advise('Start it, or set its address', 'export DATABASE_URL=postgres://<user>:<password>@<host>/<database>'),
    cause,
  )
}

export function badAdminUsage(): GateError {
  const usage = 'admin dead | retry <id>... | drop <id>... | audit [<number>] | explain <owner>/<repo>#<number>'
  return new GateError('bad-usage', 'This is no command for operators.', `${usage}; --all stands for every id`)
}
