/** Asks for objects in one git process that stays, because each process costs more than what most questions read. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { ObjectDigests, Sha } from '../core/model/commit.ts'
import type { GateError } from '../core/model/errors.ts'
import { GIT_TIMEOUT_MS, type GitOptions, getCall, gitFailure } from './git.ts'

/** One line a command: `info <name>` or `contents <name>`. Returns what git prints, in the same order. */
export type ReadObjects = (commands: string) => Promise<Buffer>

export const CAT_FILE = ['cat-file', '--batch-command', '--buffer'] as const

/** Asks a process of its own, started by the first question, for one answer after the other. */
interface CatFile {
  /** @throws GateError when git fails; the next question then starts another git */
  readonly readObjects: ReadObjects
  readonly close: () => void
}

type Git = ChildProcessByStdio<Writable, Readable, Readable>

export function openCatFile(dir: string, options: GitOptions): CatFile {
  let current: Git | null = null
  let last: Promise<unknown> = Promise.resolve()
  const open = (): Git => {
    const { args, env } = getCall(CAT_FILE, options)
    const child = spawn('git', args, { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
    // A git that has ended says why by its exit code and its last line.
    child.stdin.on('error', () => undefined)
    return child
  }
  const answer = async (commands: string): Promise<Buffer> => {
    if (current === null || current.exitCode !== null || current.signalCode !== null) current = open()
    try {
      return await converse(current, commands)
    } catch (error) {
      current.kill('SIGKILL')
      current = null
      throw error
    }
  }
  return {
    readObjects: (commands) => {
      const answered = last.then(() => answer(commands))
      last = answered.catch(() => undefined)
      return answered
    },
    close: () => {
      current?.kill('SIGKILL')
      current = null
    },
  }
}

/** An unguessable name that no object has marks the end: git prints that it is missing. */
async function converse(child: Git, commands: string): Promise<Buffer> {
  const mark = `end-${randomUUID()}`
  const end = Buffer.from(`${mark} missing\n`)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let tail: Buffer = Buffer.alloc(0)
  let stderr = ''
  const onOutput = (chunk: Buffer) => {
    chunks.push(chunk)
    tail = Buffer.concat([tail, chunk.subarray(-end.length)]).subarray(-end.length)
    if (tail.equals(end)) resolve(Buffer.concat(chunks).subarray(0, -end.length))
  }
  const onStderr = (chunk: Buffer) => {
    stderr += chunk.toString()
  }
  const onClose = (code: number | null) => reject(gitFailure(CAT_FILE, code ?? -1, stderr))
  const timer = setTimeout(() => child.kill('SIGKILL'), GIT_TIMEOUT_MS)
  child.stdout.on('data', onOutput)
  child.stderr.on('data', onStderr)
  const onError = (error: Error) => reject(gitFailure(CAT_FILE, -1, error.message))
  child.once('close', onClose).once('error', onError)
  try {
    child.stdin.write(`${commands}info ${mark}\nflush\n`)
    return await promise
  } finally {
    clearTimeout(timer)
    child.stdout.off('data', onOutput)
    child.stderr.off('data', onStderr)
    child.off('close', onClose).off('error', onError)
  }
}

interface ObjectInfo {
  readonly id: Sha
  readonly type: string
  readonly size: number
}

/** Names are ids, or revisions without a line end. Null: there is no such object. */
export async function getInfos(
  readObjects: ReadObjects,
  names: readonly string[],
): Promise<readonly (ObjectInfo | null)[]> {
  if (names.length === 0) return []
  const answers = (await readObjects(toCommands('info', names))).toString('latin1').split('\n')
  return names.map((_, n) => parseInfo(answers[n] ?? ''))
}

/** Returns the bytes of each object. Ask for sizes first: all of them are in memory at once. Null: no such object. */
export async function getContents(
  readObjects: ReadObjects,
  names: readonly string[],
): Promise<readonly (Buffer | null)[]> {
  return (await getObjects(readObjects, names)).map((object) => object?.content ?? null)
}

/** Returns the id and the bytes of each object. Null: no such object. */
export async function getObjects(
  readObjects: ReadObjects,
  names: readonly string[],
): Promise<readonly ({ readonly id: Sha; readonly content: Buffer } | null)[]> {
  if (names.length === 0) return []
  const output = await readObjects(toCommands('contents', names))
  let at = 0
  return names.map(() => {
    const start = output.indexOf('\n', at) + 1
    const info = parseInfo(output.toString('latin1', at, start - 1))
    at = info === null ? start : start + info.size + 1
    return info && { id: info.id, content: output.subarray(start, start + info.size) }
  })
}

/** Digests a commit and its tree as anyone with a clone can: programs that know no git find them by SHA-256. */
export async function digestHead(readObjects: ReadObjects, [commit, tree]: readonly [commit: Sha, tree: Sha]) {
  const [first, second] = await getContents(readObjects, [commit, tree])
  return { commit: digestObject(commit, first), tree: digestObject(tree, second) }
}

function digestObject(id: Sha, content: Buffer | null | undefined): ObjectDigests {
  if (!content) throw missingObject(id)
  return { id, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Returns the tree of a tree or commit. @throws GateError `git-failed` when there is none */
export async function getTree(readObjects: ReadObjects, name: string): Promise<Sha> {
  const [info] = await getInfos(readObjects, [`${name}^{tree}`])
  if (!info) throw missingObject(name)
  return info.id
}

/** The error for an object that a partial clone left out. */
export function missingObject(id: Sha): GateError {
  return gitFailure(['cat-file'], 0, `error: unable to read blob ${id}`)
}

function toCommands(verb: 'info' | 'contents', names: readonly string[]): string {
  return names.map((name) => `${verb} ${name}\n`).join('')
}

/** Of `<id> <type> <size>`; git prints `<name> missing` otherwise. */
function parseInfo(line: string): ObjectInfo | null {
  const [, id = '', type = '', size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(line) ?? []
  return size === undefined ? null : { id, type, size: Number(size) }
}
