/** Finds the reports that words on a command line mean, or a pipe brings. */
import { createWriteStream, globSync, type Stats, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GateError } from '../core/errors.ts'
import { LIMITS } from '../reports/format.ts'

export interface FoundReport {
  /** Relative to the folder where the words were said, or absolute. */
  readonly name: string
  /** False for what a glob or folder brought. */
  readonly isNamed: boolean
}

/** What comes through a pipe. */
export type Pipe = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

const MAX_FILES = 10_000
/** What is looked at in a folder. */
const REPORTS_IN_FOLDER = '**/*.{xml,json,jsonl,ndjson,tap,trx}'

/** Each file once, in the order of the words. @throws GateError for words that name nothing. */
export function findReports(words: readonly string[], cwd: string): readonly FoundReport[] {
  const found = new Map<string, FoundReport>()
  for (const report of words.flatMap((word) => expand(word, cwd))) {
    const path = resolve(cwd, report.name)
    if (!found.has(path)) found.set(path, report)
  }
  if (found.size > MAX_FILES) {
    throw new GateError('limit-exceeded', `${found.size} files, more than the limit of ${MAX_FILES}`, 'Name fewer.')
  }
  return [...found.values()]
}

function expand(word: string, cwd: string): readonly FoundReport[] {
  const stats = statOf(resolve(cwd, word))
  if (stats?.isFile()) return [{ name: word, isNamed: true }]
  if (stats?.isDirectory())
    return globIn(REPORTS_IN_FOLDER, resolve(cwd, word), (name) => relative(cwd, join(resolve(cwd, word), name)), word)
  if (stats) throw missing(`${word} is neither a file nor a folder`)
  if (!/[*?[{]/.test(word)) throw missing(`${word} does not exist`)
  return globIn(word, cwd, (name) => name, word)
}

function globIn(glob: string, cwd: string, toName: (name: string) => string, word: string): readonly FoundReport[] {
  const names = globSync(glob, { cwd }).filter((name) => statOf(resolve(cwd, name))?.isFile())
  if (names.length === 0) throw missing(`no file is named by ${word}`)
  return names.toSorted().map((name) => ({ name: toName(name), isNamed: false }))
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function missing(message: string): GateError {
  return new GateError('unreadable-report', message, 'Run the tests first, with a reporter that writes a file.')
}

/** Puts a pipe into a file, which can be read twice and by another thread. @throws GateError beyond the limit of a file, the abort */
export async function keepPipe(pipe: Pipe, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(Readable.from(bounded(pipe)), createWriteStream(path), { ...(signal && { signal }) })
}

async function* bounded(pipe: Pipe): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pipe) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > LIMITS.fileBytes)
      throw new GateError('limit-exceeded', `more than ${LIMITS.fileBytes} bytes on stdin`, 'Name a file.')
    yield bytes
  }
}
