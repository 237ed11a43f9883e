/** Pushes the branch of a finished task, and opens its pull request: each after a question, unless they are confirmed. */
import { GateError } from '../../core/model/errors.ts'
import { shellWords } from '../../core/rules/text.ts'
import { getStartBase } from '../../git/range.ts'
import { findPushRemote, type PushRemote } from '../../git/remote.ts'
import type { Repository } from '../../git/repository.ts'
import { getCurrentBranch, pushBranch } from '../../git/write.ts'
import { readRemote } from '../../github/servers.ts'
import { callGh } from '../gh.ts'
import type { Ask } from '../verify/progress.ts'
import { leadTexts } from './texts.ts'

interface PublishOptions {
  /** The branch that the pull request goes to. */
  readonly base: string
  readonly title: string
  readonly body: string
  readonly pushes: boolean
  readonly opens: boolean
  /** True: nobody is asked. */
  readonly isConfirmed: boolean
  /** Absent where nobody can be asked. */
  readonly ask: Ask | undefined
  /** The pull request that the App opened before. */
  readonly opened?: string
}

export interface Published {
  /** Null where there is nothing to push to. */
  readonly remote: string | null
  readonly branch: string
  readonly isPushed: boolean
  /** Its address; null where none is known. */
  readonly pullRequest: string | null
  /** The address of the form that opens one; null where it is not needed, or nothing is pushed. */
  readonly open: string | null
  /** What kept it from being done; null where nothing did. */
  readonly why: string | null
  /** What does the rest. */
  readonly commands: readonly string[]
}

export async function publishBranch(repository: Repository, options: PublishOptions): Promise<Published> {
  const [branch, remote] = await Promise.all([
    getCurrentBranch(repository).then((name) => name ?? 'HEAD'),
    getStartBase(repository).then((base) => findPushRemote(repository, base)),
  ])
  const known = { remote: remote?.name ?? null, branch, pullRequest: options.opened ?? null, open: null }
  if (remote === null) return { ...known, isPushed: false, why: null, commands: [] }
  const why = options.pushes ? await push(repository, remote, branch, options) : null
  if (!options.pushes || why !== null) {
    const commands = [`git push --set-upstream ${shellWords([remote.name, branch], '<remote> <branch>')}`]
    return { ...known, isPushed: false, why, commands }
  }
  const rest = { why: null, commands: [] }
  return { ...known, isPushed: true, ...rest, ...(known.pullRequest ? {} : await openPull(remote, branch, options)) }
}

/** @returns why nothing was pushed; null where it was */
async function push(
  repository: Repository,
  { name }: PushRemote,
  branch: string,
  options: PublishOptions,
): Promise<string | null> {
  const refusal = await confirm(options, `Push ${branch} to ${name}?`)
  if (refusal !== null) return refusal
  try {
    await pushBranch(repository, name, branch)
    return null
  } catch (error) {
    if (error instanceof GateError) return error.message
    throw error
  }
}

async function confirm({ isConfirmed, ask }: PublishOptions, question: string): Promise<string | null> {
  if (isConfirmed) return null
  if (ask === undefined) return leadTexts.noTerminal
  return (await ask(question)) ? null : 'declined'
}

/** Only GitHub has such pull requests. */
async function openPull(
  { url }: PushRemote,
  branch: string,
  options: PublishOptions,
): Promise<Partial<Pick<Published, 'pullRequest' | 'open' | 'why'>>> {
  const place = readRemote(url)
  if (place === null || !options.opens) return {}
  const { host, repository } = place
  const repo = `${host}/${repository.owner}/${repository.repo}`
  const listed = await callGh(['pr', 'list', '--repo', repo, '--head', branch, ...OPEN_ONES])
  if (listed?.stdout) return { pullRequest: listed.stdout }
  const { base, title, body } = options
  const names = [base, branch].map(encodeURIComponent).join('...')
  const open = `https://${repo}/compare/${names}?expand=1&title=${encodeURIComponent(title)}`
  if (listed === null) return { open }
  const refusal = await confirm(options, leadTexts.openPull(title, base))
  if (refusal !== null) return { open, why: refusal }
  const about = ['--repo', repo, '--base', base, '--head', branch, '--title', title]
  const created = await callGh(['pr', 'create', ...about, '--body-file', '-'], body)
  return created?.isOk ? { pullRequest: created.stdout } : { open, why: `gh: ${created?.reason ?? 'not installed'}` }
}

const OPEN_ONES = ['--state', 'open', '--json', 'url', '--jq', '.[0].url']
