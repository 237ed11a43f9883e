/** A PostgreSQL server of this test file, from Debian's package, in a folder of its own. */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Null where the package is missing. */
export const BINARIES: string | null =
  globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((path) => join(path, '..'))
    .at(-1) ?? null
/** For the names of tests that are skipped. */
export const MISSING = 'needs the Debian package postgresql'

/** Tests look at what survives a process, not at what survives the machine. */
export const QUICK = '-c fsync=off -c full_page_writes=off -c shared_buffers=32MB'

export interface Server extends AsyncDisposable {
  /** @param name created as a copy of the template, where it does not exist */
  readonly url: (name: string) => string
  readonly sql: (text: string, database?: string) => Promise<string>
  /** Runs a program of PostgreSQL, such as `pg_dump`. */
  readonly run: (program: string, ...words: readonly string[]) => Promise<unknown>
  /** The file of its socket. */
  readonly socket: string
  /** `immediate` is what a crash leaves behind. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>
  readonly start: () => Promise<void>
  /** Its processes stop without a word, as if the network had swallowed them. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Makes a standby the primary. */
  readonly promote: () => Promise<void>
}

export interface ServerPlace {
  /** Absent: a new one. */
  readonly folder?: string
  /** Copies this server, and follows it. */
  readonly primary?: Server
}

/**
 * Starts a server that is reached by a socket in its folder only.
 * @param options by default a power failure may lose what it wrote
 */
export async function startServer(options: string = QUICK, { primary, ...place }: ServerPlace = {}): Promise<Server> {
  const folder = place.folder ?? mkdtempSync(join(tmpdir(), 'tdd-gate-pg-'))
  const user = getUser()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const asUser = (program: string, ...words: readonly string[]) => {
    const path = join(BINARIES ?? '', program)
    const options = { cwd: folder, ...(user !== null && user), env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
    return run(path, [...words], options)
  }
  const start = async () => {
    const all = `-k ${folder} -c listen_addresses='' ${options}`
    await asUser('pg_ctl', '--pgdata', data, '--wait', '--log', join(folder, 'log'), '--options', all, 'start')
  }
  const stop = async (mode: string) => void (await asUser('pg_ctl', '--pgdata', data, '--wait', '--mode', mode, 'stop'))
  const create = ['--no-sync', '--auth=trust', '--username=gate', '--encoding=UTF8', '--wal-segsize=1']
  const copy = ['--no-sync', '--username=gate', '--write-recovery-conf', '--checkpoint=fast']
  if (primary === undefined) await asUser('initdb', '--pgdata', data, ...create)
  else await asUser('pg_basebackup', '--pgdata', data, '--host', dirname(primary.socket), ...copy)
  await start()
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    promote: async () => void (await asUser('pg_ctl', '--pgdata', data, '--wait', 'promote')),
    url: (name) => `postgres://gate@/${name}?host=${encodeURIComponent(folder)}`,
    sql: async (text, database = 'postgres') => {
      const words = ['--host', folder, '--username', 'gate', '--dbname', database, '--no-align', '--tuples-only']
      return (await asUser('psql', ...words, '--command', text)).stdout.trim()
    },
    run: asUser,
    start,
    stop,
    freeze: () => signal(data, 'SIGSTOP'),
    thaw: () => signal(data, 'SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      signal(data, 'SIGCONT')
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server's first process comes first: it would start others in the place of those that stopped. */
function signal(data: string, name: NodeJS.Signals): void {
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(first, name)
  for (const pid of readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').filter(Boolean))
    signalChild(Number(pid), name)
}

/** A child that answered its last query may have ended meanwhile. */
function signalChild(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** PostgreSQL refuses to run as root. Null: this process is not root. */
function getUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [, , uid = '', gid = ''] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('postgres:'))
      ?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
