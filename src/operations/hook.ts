/** Runs `hook`: answers git and agents before they commit, push, edit or stop. */

import { readFile, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { compileGlobs } from '../config/file-class.ts'
import { GateError } from '../core/model/errors.ts'
import {
  ALLOW,
  type FileFacts,
  type HookVerdict,
  judgeCommand,
  judgeEdit,
  judgeMessage,
  judgeStop,
  type PushedBranch,
  readPushed,
} from '../core/task/hook-decision.ts'
import { parseAnyJson } from '../core/util/parse-json.ts'
import { readIfThere } from '../disk.ts'
import { getCurrentBranch } from '../git/local-refs/head.ts'
import { findKeptRed } from '../git/local-refs/kept-red.ts'
import { isDefaultBranch } from '../git/range.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import { readUnfinished } from '../git/unfinished.ts'
import type { HookEvent } from '../render/hook-answer.ts'
import { canMarkTests, mayMarkTests } from '../rewriting/test-regions.ts'
import { judgeOpenBranch } from './next.ts'
import type { Hooks } from './verify/progress.ts'
import { openSession, type Session } from './verify/session.ts'

interface HookOptions {
  readonly repo: string
  readonly event: HookEvent
  /** The file with the message, for `commit-msg`. */
  readonly file?: string
  /** What the caller wrote to standard input. */
  readonly input: string
  readonly cacheDir?: string
}

/**
 * Judges what is about to happen. What cannot be judged is allowed, with a reason: the gate itself decides at the merge.
 * A push is refused where its branch is.
 */
export async function hook(options: HookOptions, hooks: Hooks): Promise<HookVerdict> {
  try {
    if (options.event === 'commit-msg') return await judgeMessageOf(options, hooks)
    if (options.event === 'pre-push') return await judgePush(options, hooks)
    return await judgeAgent(options, parseInput(options.input), hooks)
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    const isExpected = ['no-commits', 'not-a-repository', 'on-default-branch', 'unknown-revision'].includes(error.code)
    return isExpected ? ALLOW : { decision: 'allow', reason: `${error.message} ${error.suggestion.text}` }
  }
}

async function judgeMessageOf({ file = '', ...options }: HookOptions, hooks: Hooks): Promise<HookVerdict> {
  await using session = await openBranchSession(options, hooks)
  const { repository } = session
  const [message, branch, paths] = await Promise.all([
    readFile(file, 'utf8'),
    getCurrentBranch(repository),
    stagedPaths(repository),
  ])
  const isOnDefaultBranch = branch !== null && (await isDefaultBranch(repository, branch))
  const toFacts = factsIn(session)
  const { kind } = (await readUnfinished(repository)) ?? {}
  const isOwn = kind === undefined || kind === 'bisect'
  const isStep = session.config.policy.sequence === 'commits' && isOwn
  const text = message.replace(/^#.*$/gm, '')
  return judgeMessage({ message: text, files: paths.map(toFacts), isOnDefaultBranch, isStep })
}

/** `git commit --all` uses an index of its own. */
async function stagedPaths(repository: Repository): Promise<readonly string[]> {
  const index = process.env['GIT_INDEX_FILE']
  const env = index === undefined ? {} : { GIT_INDEX_FILE: resolve(index) }
  const output = await repository.git(['diff', '--cached', '--name-only', '--no-renames', '-z'], { env })
  return output
    .toString()
    .split('\0')
    .filter((path) => path !== '')
}

/** More are judged where they are merged. */
const MAX_PUSHED = 10

/** Judges the branches that git names; without input the one that is checked out. Tags and deletions pass. */
async function judgePush(options: HookOptions, hooks: Hooks): Promise<HookVerdict> {
  if (options.input.trim() === '') return judgePushed(options, hooks)
  for (const branch of readPushed(options.input).slice(0, MAX_PUSHED)) {
    const verdict = await judgePushed(options, hooks, branch)
    if (verdict.decision !== 'allow') return verdict
  }
  return ALLOW
}

async function judgePushed(
  options: Pick<HookOptions, 'repo' | 'cacheDir'>,
  hooks: Hooks,
  branch?: PushedBranch,
): Promise<HookVerdict> {
  await using session = await openBranchSession(options, hooks, branch?.sha)
  if (session.subjects.length === 0) return ALLOW
  const { decision } = await judgeOpenBranch(session, branch?.name)
  if (decision.conclusion === 'success' || decision.conclusion === 'in_progress') return ALLOW
  const next = decision.next?.title ?? decision.conclusion
  const head = branch === undefined ? '' : ` --head ${branch.sha.slice(0, 12)}`
  return { decision: 'deny', reason: `${next}. See what is wrong: tdd-gate verify${head}` }
}

interface AgentCall {
  readonly tool: string
  readonly path: string | null
  readonly command: string | null
  readonly cwd: string | null
  /** True where the agent goes on because of this hook already. */
  readonly isContinued: boolean
}

const EDITS = /edit|write|create|replace|patch/i

async function judgeAgent(options: HookOptions, call: AgentCall, hooks: Hooks): Promise<HookVerdict> {
  const isStop = options.event === 'claude-stop' || options.event === 'cursor-stop'
  if (call.command !== null) return judgeCommand(call.command)
  if (isStop ? call.isContinued : call.path === null || !EDITS.test(call.tool)) return ALLOW
  const red = await findKeptRed(await openRepository(options.repo))
  await using session = await openBranchSession(options, hooks, red?.sha)
  if (isStop) return session.subjects.length === 0 ? ALLOW : judgeStop((await judgeOpenBranch(session)).decision)
  const path = await toTracked(call.path ?? '', call.cwd ?? options.repo, session.repository)
  return path === null ? ALLOW : judgeEdit(factsIn(session)(path), (await judgeOpenBranch(session)).decision.next)
}

/** A call that cannot be read is not judged. */
function parseInput(input: string): AgentCall {
  const call = toRecord(parseAnyJson(input))
  const toolInput = call['tool_input'] ?? call['toolArgs'] ?? call
  const args = toRecord(typeof toolInput === 'string' ? parseAnyJson(toolInput) : toolInput)
  return {
    tool: toText(call['tool_name'] ?? call['toolName']) ?? '',
    path: toText(args['file_path'] ?? args['notebook_path'] ?? args['filePath'] ?? args['path']),
    command: toText(args['command']),
    cwd: toText(call['cwd']),
    isContinued: call['stop_hook_active'] === true,
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the path from the top of the repository; null outside of it. A new file has a real folder only. */
async function toTracked(path: string, cwd: string, { top }: Repository): Promise<string | null> {
  const full = isAbsolute(path) ? path : resolve(cwd, path)
  const folder = await realpath(dirname(full)).catch(() => dirname(full))
  const from = relative(await realpath(top ?? cwd), join(folder, full.slice(dirname(full).length))).replaceAll(sep, '/')
  return from === '' || from.startsWith('../') ? null : from
}

export function factsIn({ classify, config, repository }: Session): (path: string) => FileFacts {
  const isStub = compileGlobs(config.policy.red.stubs, false)
  return (path) => {
    const fileClass = classify(path)
    const isBesideTests = fileClass === 'production' && isBeside(join(repository.top ?? '.', path))
    return { path, fileClass, isStub: isStub(path), isBesideTests }
  }
}

/** Sources of Rust usually get their tests in the same file. */
function isBeside(file: string): boolean {
  if (!canMarkTests(file)) return false
  return file.endsWith('.rs') || mayMarkTests(file, readIfThere(file) ?? '')
}

function openBranchSession(
  { repo, cacheDir }: Pick<HookOptions, 'repo' | 'cacheDir'>,
  hooks: Hooks,
  head?: string,
): Promise<Session> {
  const more = { ...(cacheDir === undefined ? {} : { cacheDir }), ...(head === undefined ? {} : { head }) }
  return openSession({ repo, isEmptyAllowed: true, ...more }, hooks)
}
