/** Finds the reports that command-line arguments name, or a pipe brings. */
import { createWriteStream, globSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pipeTooLong, tooManyFiles } from '../../core/errors/files.ts'
import { missingReport, unreadableArgument } from '../../core/errors/reports.ts'
import { GateError } from '../../core/model/errors.ts'
import { LIMITS } from '../../reports/format.ts'

interface FoundReport {
  /** Relative to the current folder, or absolute. */
  readonly name: string
  /** False for a file found through a glob or folder. */
  readonly isNamed: boolean
}

/** The content of standard input. */
export type Pipe = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const MAX_FILES = 10_000
/** The files of a folder whose content is checked. */
const REPORTS_IN_FOLDER = '**/*.{xml,json,jsonl,ndjson,junit,tap,tap13,trx,subunit,info,lcov,out}'
const SKIPPED_FOLDERS = ['node_modules', '.git']

/**
 * Finds the files, each once even behind links, in the order of the arguments. Calls `refuse` for arguments without a
 * file.
 */
export function findReports(
  paths: readonly string[],
  cwd: string,
  refuse: (error: GateError) => void,
): readonly FoundReport[] {
  const found = new Map<string, FoundReport>()
  for (const report of paths.flatMap((word) => expandOr(refuse, word, cwd))) {
    const path = realpathSync(resolve(cwd, report.name))
    if (!found.has(path)) found.set(path, report)
  }
  if (found.size > MAX_FILES) {
    throw tooManyFiles(found.size, MAX_FILES)
  }
  return [...found.values()]
}

function expandOr(refuse: (error: GateError) => void, word: string, cwd: string): readonly FoundReport[] {
  try {
    return expand(word, cwd)
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    refuse(error)
    return []
  }
}

function expand(word: string, cwd: string): readonly FoundReport[] {
  const stats = getStat(word, cwd)
  if (stats?.isFile()) return [{ name: word, isNamed: true }]
  if (stats?.isDirectory()) return inFolder(word, cwd)
  if (stats) throw missingReport(`${word} is neither a file nor a folder`)
  if (!/[*?[{]/.test(word)) throw missingReport(`${word} does not exist`)
  const names = getFiles(word, cwd)
  if (names.length === 0) throw missingReport(`${word} matches no file`)
  return names.map((name) => ({ name, isNamed: false }))
}

function inFolder(word: string, cwd: string): readonly FoundReport[] {
  const folder = resolve(cwd, word)
  // A glob skips unreadable folders.
  telling(word, () => readdirSync(folder))
  const names = getFiles(REPORTS_IN_FOLDER, folder)
  if (names.length === 0) throw missingReport(`no report in ${word}: looked for ${REPORTS_IN_FOLDER}`)
  return names.map((name) => ({ name: relative(cwd, join(folder, name)), isNamed: false }))
}

function getFiles(glob: string, cwd: string): readonly string[] {
  const names = globSync(glob, { cwd, exclude: (name) => SKIPPED_FOLDERS.includes(name) })
  return names.filter((name) => getStat(name, cwd)?.isFile()).toSorted()
}

function getStat(word: string, cwd: string): Stats | undefined {
  return telling(word, () => statSync(resolve(cwd, word), { throwIfNoEntry: false }))
}

/** Adds the argument to errors of the system, such as a folder without permission. */
function telling<T>(word: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unreadableArgument(word, error)
  }
}

/**
 * Copies a pipe into a file, which can be read twice and by another thread.
 * @throws GateError beyond the size limit of a file, the abort's reason
 */
export async function savePipe(pipe: Pipe, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(Readable.from(bounded(pipe)), createWriteStream(path), { ...(signal && { signal }) })
}

async function* bounded(pipe: Pipe): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pipe) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > LIMITS.fileBytes) throw pipeTooLong(LIMITS.fileBytes)
    yield bytes
  }
}
