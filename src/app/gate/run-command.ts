/** Runs one command: its facts are gathered, it decides, and its effects are done. */
import type { CommandFacts, CommandIssue, CommandPull } from '../../core/commands/command.ts'
import { commandNamed, runCommand } from '../../core/commands/index.ts'
import type { Call } from '../../core/commands/parse.ts'
import { refused } from '../../core/commands/result.ts'
import type { Reply, TaskStart } from '../../core/model/effect.ts'
import { GateError, retryAfterOf } from '../../core/model/errors.ts'
import type { InstallationGap, InstallationReport } from '../../core/status/installation.ts'
import { authorsOf } from '../../github/read/pull-request/authors.ts'
import { applyEffects, tellRefusal } from '../../github/write/apply.ts'
import type { Desk } from './command-context.ts'
import { pullOf } from './command-facts.ts'
import type { Job } from './requests.ts'

export interface Ran {
  readonly reply: Reply
  /** The pull request that was opened, or found opened. */
  readonly started: number | null
}

export type Who = Pick<CommandFacts, 'actor'> & { readonly isPull: boolean }

/** What GitHub refuses is told; what it does not answer is an error, and all of it is done again. */
export async function run(desk: Desk, job: Job, call: Call, who: Who): Promise<Ran> {
  const { github, repository, context, ports, look } = desk
  try {
    const { effects, reply } = runCommand(call.name, await gatherFacts(desk, job, call, who))
    const start = (wanted: TaskStart) => ports.startTask(github, repository, wanted)
    const { problem, started } = await applyEffects(github, repository, effects, { app: context.app, start, look })
    if (who.isPull && effects.length > 0) await look(job.number)
    if (problem !== null) return { reply: refused(problem).reply, started }
    // Rendered, the number leads there.
    const opened = { kind: 'rendered' as const, markdown: `Pull request #${started} is open.` }
    return { started, reply: started === null ? reply : { ...reply, parts: [...reply.parts, opened] } }
  } catch (error) {
    if (!(error instanceof GateError) || error.code === 'github-unavailable') throw error
    return { reply: refused(tellRefusal(error)).reply, started: null }
  }
}

/** Only what the command asks for costs requests. */
async function gatherFacts(desk: Desk, job: Job, call: Call, { actor, isPull }: Who): Promise<CommandFacts> {
  const { github, repository, ports } = desk
  const place = isPull
    ? { pull: await lookAt(desk, job, call), issue: null }
    : { pull: null, issue: await readIssue(desk, job, call) }
  const { asksForProtection = false, asksForInstallation = false } = commandNamed(call.name) ?? {}
  const branch = place.pull?.baseBranch ?? null
  const enforcement = asksForProtection ? await ports.readEnforcement(github, repository, branch) : null
  const installation = asksForInstallation ? await reportOf(ports.readGaps(repository)) : null
  const { args, rest } = call
  return { actor, at: job.at, commentId: job.commentId ?? '', args, rest, ...place, enforcement, installation }
}

/** The rest of an answer does not hang on it; but a limit is waited for. */
async function reportOf(reading: Promise<readonly InstallationGap[]>): Promise<InstallationReport> {
  try {
    return { gaps: await reading }
  } catch (error) {
    if (!(error instanceof GateError) || retryAfterOf(error) !== null) throw error
    return { unread: tellRefusal(error) }
  }
}

/** Whose work it is costs requests, and no question needs it. */
async function lookAt({ github, repository, look }: Desk, { number, at }: Job, call: Call): Promise<CommandPull> {
  const seen = await look(number)
  const { page, comparison } = seen.truth
  const command = commandNamed(call.name)
  const named = [page.author, page.isFork ? page.headOwner : '', ...(comparison?.authors ?? [])]
  const commits = [page.head, ...(comparison?.commits.map(({ sha }) => sha) ?? [])]
  const { headBranch: branch, head, isFork } = page
  const isQuestion = command === undefined || command.role === 'read'
  const authors = isQuestion
    ? { authors: named, isPusherKnown: true }
    : await authorsOf(github, repository, { branch, head, commits, named, isFork })
  return pullOf(seen, { at, ...authors })
}

/** What stands under an issue, as a call names it. */
export function readIssue({ github, repository, ports }: Desk, { number }: Job, { args }: Call): Promise<CommandIssue> {
  return ports.readIssue(github, repository, { issue: number, task: args[0] ?? null })
}
