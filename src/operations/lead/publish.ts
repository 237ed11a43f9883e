/** Pushes the branch of a finished task, and opens its pull request: each after a question, unless they are confirmed. */
import { GateError } from '../../core/model/errors.ts'
import { shellWords } from '../../core/rules/text.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import type { PushRemote } from '../../git/remote.ts'
import type { Repository } from '../../git/repository.ts'
import { pushBranch } from '../../git/write.ts'
import { readRemote } from '../../github/servers.ts'
import type { Published } from '../../render/run/answer.ts'
import { callGh } from '../gh.ts'
import type { Ask } from '../verify/progress.ts'
import { leadTexts } from './texts.ts'

interface PublishOptions {
  /** Null where there is nothing to push to. */
  readonly remote: PushRemote | null
  /** The branch that the pull request goes to. */
  readonly base: string
  readonly title: string
  readonly body: string
  readonly pushes: boolean
  readonly opens: boolean
  /** True: no question is asked. */
  readonly isConfirmed: boolean
  /** Absent where no person can be asked. */
  readonly ask: Ask | undefined
  /** The pull request that the App opened before. */
  readonly opened?: string
}

export async function publishBranch(repository: Repository, options: PublishOptions): Promise<Published> {
  const { remote } = options
  const branch = (await getCurrentBranch(repository)) ?? 'HEAD'
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
