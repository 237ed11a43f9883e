/**
 * Answers an unchanged question from a stored result. The judgement of a branch changes only when something changes that
 * it depends on.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Sha } from '../../core/model/commit.ts'
import type { Decision, JudgedCommit } from '../../core/model/finding.ts'
import { ifThere, replaceFile } from '../../disk.ts'
import { defaultCacheDir } from '../../folders.mjs'
import { openRepository, type Repository, uncommittedPaths } from '../../git/repository.ts'
import { readUnfinished } from '../../git/unfinished.ts'
import { createLentDigest } from '../../test-runner/set-up/modules.ts'
import { MEASURING_VERSION } from '../verify/policy-digest.ts'
import type { Hooks } from '../verify/progress.ts'
import type { SessionOptions } from '../verify/session.ts'
import { getWorktreeFolder } from './place.ts'

const MAX_CHARACTERS = 8_000_000
/** They differ from shell to shell, and no test should depend on them. */
const VOLATILE: readonly string[] = ['_', 'SHLVL', 'PWD', 'OLDPWD', 'COLUMNS', 'LINES']

/** What an operation says of a branch, as far as it is kept. */
interface Answer {
  readonly head: Sha
  readonly decision: Decision
  readonly results?: unknown
}

interface Question<Options extends SessionOptions> {
  /** Of the operation that asks. */
  readonly name: string
  readonly options: Options
  readonly hooks: Hooks
}

/**
 * Returns the kept answer for an unchanged branch; judges again where anything differs.
 * @param judge judges the branch, as `next` or `verify` does
 */
export async function keepAnswer<Options extends SessionOptions, Given extends Answer>(
  { name, options, hooks }: Question<Options>,
  judge: (options: Options, hooks: Hooks) => Promise<Given>,
): Promise<{ readonly answer: Given; readonly isKept: boolean }> {
  const place = await findPlace(name, options, hooks)
  const kept = place && read<Given>(place)
  if (kept !== null) {
    hooks.onProgress({ kind: 'step:kept', sha: kept.head })
    return { answer: kept, isKept: true }
  }
  const answer = await judge(options, hooks)
  const { results: _, ...lasting } = answer
  if (place !== null && isFinal(answer)) write(place, lasting)
  return { answer, isKept: false }
}

interface Place {
  readonly path: string
  readonly key: string
}

/** Returns null where the answer depends on files that git does not know, or where nothing can be kept. */
async function findPlace(name: string, options: SessionOptions, hooks: Hooks): Promise<Place | null> {
  const { repo, task, config } = options
  if (config !== undefined || (task !== undefined && existsSync(resolve(task)))) return null
  const repository = hooks.repository ?? (await openRepository(repo).catch((): null => null))
  if (repository === null || (await readUnfinished(repository)) !== null) return null
  const [refs, head, tracked, uncommitted] = await Promise.all([
    repository.run(['for-each-ref', '--format=%(objectname) %(refname) %(symref)']),
    repository.run(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD']),
    repository.run(['ls-files', '-z']),
    uncommittedPaths(repository),
  ]).catch(() => [null, null, null, null])
  if (refs?.code !== 0 || head?.code !== 0 || tracked?.code !== 0) return null
  const lent = getLent(repository, tracked.stdout.toString())
  const parts = [
    options,
    refs.stdout.toString(),
    head.stdout.toString(),
    uncommitted,
    lent,
    getRuntimeContext(repository, options.cacheDir ?? defaultCacheDir(process.env)),
  ]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return { path: join(getWorktreeFolder(repository, process.env), `kept-${name}.json`), key }
}

/** Packages of the working tree are lent to the commits. */
function getLent({ top }: Repository, tracked: string): string | null {
  const files = new Map(tracked.split('\0').map((path) => [path, { mode: '', id: path }]))
  return createLentDigest(top === null ? null : { folder: top, committed: new Set() })(files)
}

/** Returns everything else that a judgement depends on: settings, tools, variables, this program, and kept evidence. */
function getRuntimeContext({ gitDir, commonDir }: Repository, cacheDir: string): readonly unknown[] {
  const settings = [gitDir, commonDir].flatMap((dir) =>
    ['config', 'config.worktree', 'shallow'].map((name) => join(dir, name)),
  )
  const variables = Object.entries(process.env).filter(([name]) => !VOLATILE.includes(name))
  const program = [MEASURING_VERSION, process.execPath, process.version, getTime(import.meta.filename)]
  const { birthtimeMs } = ifThere(() => statSync(cacheDir)) ?? {}
  return [gitDir, settings.map(readText), variables.toSorted(), program, getToolTimes(process.env), birthtimeMs]
}

/** A program that is installed or replaced changes its folder. */
function getToolTimes({ PATH = '' }: NodeJS.ProcessEnv): readonly (number | null)[] {
  return PATH.split(delimiter).map(getTime)
}

/** A new copy of a file has another time of change, whatever its time of writing says. */
function getTime(path: string): number | null {
  return ifThere(() => statSync(path))?.ctimeMs ?? null
}

function readText(path: string): string | null {
  return ifThere(() => readFileSync(path, 'latin1')) ?? null
}

/** What could not be measured, or did not load, may do so the next time without a change in git. */
function isFinal({ decision: { conclusion, commits } }: Answer): boolean {
  const isDoubtful = (one: JudgedCommit) =>
    one.verdict === 'unmeasured' || (one.verdict !== 'accepted' && (one.tests?.loadErrors ?? 0) > 0)
  return conclusion !== 'unmeasurable' && !commits.some(isDoubtful)
}

/** Keeping proves nothing, so a failure stops no work. Data that JSON would change is not kept. */
function write({ path, key }: Place, answer: object): void {
  const text = JSON.stringify(answer, fromMap)
  if (text.length > MAX_CHARACTERS || !isDeepStrictEqual(JSON.parse(text, toMap), answer)) return
  try {
    replaceFile(path, `${getDigest(key, text)}\n${text}`)
  } catch {
    // The next call judges again.
  }
}

const MAP = 'entries of a map'
const fromMap = (_: string, value: unknown) => (value instanceof Map ? { [MAP]: [...value] } : value)
const toMap = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && MAP in value ? new Map(value[MAP] as []) : value

function read<Given>({ path, key }: Place): Given | null {
  try {
    const [digest = '', text = ''] = readFileSync(path, 'utf8').split('\n')
    return text.length <= MAX_CHARACTERS && digest === getDigest(key, text) ? JSON.parse(text, toMap) : null
  } catch {
    return null
  }
}

/** Digests the answer with its question: another question, or a changed answer, has another digest. */
function getDigest(key: string, text: string): string {
  return createHash('sha256').update(`${key}\n${text}`).digest('hex')
}
