/** Marks each scratch folder with its owner, so that the next process removes what a killed one left. */
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './clean.ts'

/** `place`: the machine and process namespace in which `pid` is valid. */
interface Owner {
  readonly pid: number
  /** When the process started, where the system reports it: process ids are reused. */
  readonly start: string | null
  readonly place: string
}

/** How long a folder stays when its owner cannot be checked from here. */
const FOREIGN_MS = 24 * 3_600_000
const FIELDS_BEFORE_START = 19

/**
 * Marks the folder `name` as owned by this process. Call it before the folder exists, so that no folder is ever
 * unmarked.
 */
export function markOwn(folder: string, name: string): void {
  const owner: Owner = { pid: process.pid, start: getStart(process.pid), place: placeOfThis() }
  writeFileSync(getMark(folder, name), JSON.stringify(owner), { flag: 'wx' })
}

/** Removes the folder, then its mark. */
export function removeMarked(folder: string, name: string): void {
  removeFolder(join(folder, name))
  rmSync(getMark(folder, name), { force: true })
}

/** Removes every marked folder whose process is dead. Returns a sentence for each that could not be removed. */
export function removeLeftOvers(folder: string): readonly string[] {
  const warnings: string[] = []
  for (const file of readdirSync(folder)) {
    const mark = join(folder, file)
    if (!file.endsWith('.json') || !isLeftOver(mark)) continue
    try {
      removeMarked(folder, file.slice(0, -'.json'.length))
    } catch (error) {
      warnings.push(`Cannot remove what a killed run left: ${mark}: ${(error as Error).message}`)
    }
  }
  return warnings
}

function isLeftOver(mark: string): boolean {
  const owner = readOwner(mark)
  if (owner?.place === placeOfThis()) return !isAlive(owner)
  const written = statSync(mark, { throwIfNoEntry: false })
  return written !== undefined && Date.now() - written.mtimeMs > FOREIGN_MS
}

function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return getStart(pid) === start
}

/** Reads a mark. Returns null when it is garbled, or when another process has just removed it. */
function readOwner(mark: string): Owner | null {
  const text = orNull(() => readFileSync(mark, 'utf8'))
  const fields = text?.match(/^\{"pid":([1-9]\d{0,9}),"start":(?:"(\d+)"|null),"place":"([^"\\]*)"\}$/)
  if (!fields) return null
  return { pid: Number(fields[1]), start: fields[2] ?? null, place: fields[3] ?? '' }
}

/**
 * Linux only: reads the start in clock ticks since boot from /proc. The name before it may contain spaces and brackets.
 */
function getStart(pid: number): string | null {
  return orNull(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[FIELDS_BEFORE_START] ?? null
  })
}

function placeOfThis(): string {
  return `${hostname()} ${orNull(() => readlinkSync('/proc/self/ns/pid')) ?? ''}`
}

/** Returns the result of `read`, or null when it throws. */
function orNull(read: () => string | null): string | null {
  try {
    return read()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return null
  }
}

function getMark(folder: string, name: string): string {
  return join(folder, `${name}.json`)
}
