/** Finds processes that use a folder. Linux shows them; elsewhere none is found. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, sep } from 'node:path'

interface Holder {
  readonly pid: number
  /** The name of its program. */
  readonly name: string
}

const PROC = '/proc'

/** Returns the processes, other than this one, that work in the folder or have a file of it open. */
export function findHolders(folder: string): readonly Holder[] {
  return readOr(() => readdirSync(PROC), [])
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => getLinks(join(PROC, pid)).some((path) => path === folder || path.startsWith(folder + sep)))
    .map((pid) => ({ pid: Number(pid), name: readOr(() => readFileSync(join(PROC, pid, 'comm'), 'utf8').trim(), '') }))
}

/** The working folder and the open files of a process; none for one that has ended, or that belongs to another user. */
function getLinks(process: string): readonly string[] {
  const open = readOr(() => readdirSync(join(process, 'fd')), [])
  const links = [join(process, 'cwd'), ...open.map((fd) => join(process, 'fd', fd))]
  return links.map((link) => readOr(() => readlinkSync(link), ''))
}

function readOr<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
