/** Executes one command: collects its facts, decides, and applies its effects. */
import type { CommandFacts, CommandIssue, CommandPull } from '../../core/commands/command.ts'
import { commandNamed, runCommand } from '../../core/commands/index.ts'
import type { Call } from '../../core/commands/parse.ts'
import { refused } from '../../core/commands/result.ts'
import { EXCUSING_ROLES } from '../../core/model/config.ts'
import type { Reply, TaskStart } from '../../core/model/effect.ts'
import { GateError, getRetryAfter } from '../../core/model/errors.ts'
import { isAtLeast } from '../../core/model/maintainer-decision.ts'
import type { InstallationGap, InstallationReport } from '../../core/status/installation.ts'
import type { Excusers } from '../../github/read/organisation/excusers.ts'
import { getAuthors } from '../../github/read/pull-request/authors.ts'
import { applyEffects, reportRefusal } from '../../github/write/apply.ts'
import type { CommandContext } from './command-context.ts'
import { getPull } from './command-facts.ts'
import type { CommandJob } from './command-jobs.ts'

export interface Ran {
  readonly reply: Reply
  /** The number of the pull request that was opened or found. */
  readonly started: number | null
  /** The kinds of changes that it made or tried. */
  readonly effects: readonly string[]
}

export type Who = Pick<CommandFacts, 'actor'> & { readonly isPull: boolean }

/** A refusal of GitHub is reported. An unavailable GitHub is an error, after which everything is repeated. */
export async function runSlashCommand(
  commandContext: CommandContext,
  job: CommandJob,
  call: Call,
  who: Who,
): Promise<Ran> {
  const { github, repository, context, ports, evaluate: evaluation } = commandContext
  try {
    const { effects: wanted, reply } = runCommand(call.name, await gatherFacts(commandContext, job, call, who))
    const start = (task: TaskStart) => ports.startTask(github, repository, task)
    const effects = wanted.map(({ kind }) => kind)
    const { problem, started } = await applyEffects(github, repository, wanted, {
      app: context.app,
      start,
      evaluate: evaluation,
    })
    if (who.isPull && effects.length > 0) await evaluation(job.number)
    if (problem !== null) return { reply: refused(problem).reply, started, effects }
    // GitHub renders the number as a link.
    const opened = { kind: 'rendered' as const, markdown: `Pull request #${started} is open.` }
    return { effects, started, reply: started === null ? reply : { ...reply, parts: [...reply.parts, opened] } }
  } catch (error) {
    if (!(error instanceof GateError) || error.code === 'github-unavailable') throw error
    return { reply: refused(reportRefusal(error)).reply, started: null, effects: [] }
  }
}

/** Reads only the facts that the command needs, because each costs requests. */
async function gatherFacts(
  commandContext: CommandContext,
  job: CommandJob,
  call: Call,
  { actor, isPull }: Who,
): Promise<CommandFacts> {
  const { github, repository, ports } = commandContext
  const place = isPull
    ? { pull: await evaluatePullRequest(commandContext, job, call), issue: null }
    : { pull: null, issue: await readIssue(commandContext, job, call) }
  const {
    needsProtection: asksForProtection = false,
    needsInstallation: asksForInstallation = false,
    isExcuse = false,
  } = commandNamed(call.name) ?? {}
  const tip = place.pull?.baseTip ?? null
  const excusers = isExcuse ? await ports.readExcusers(github, repository, { tip, ...actor }) : null
  const branch = place.pull?.baseBranch ?? null
  const enforcement = asksForProtection ? await ports.readEnforcement(github, repository, branch) : null
  const installation = asksForInstallation ? await getReport(ports.readGaps(repository)) : null
  const { args, rest } = call
  return {
    ...toExcusing(actor, excusers),
    at: job.at,
    commentId: job.commentId ?? '',
    args,
    rest,
    ...place,
    enforcement,
    installation,
  }
}

/** The members of a named team count as maintainers here, whatever their role in the repository. */
function toExcusing(actor: Who['actor'], excusers: Excusers | null): Pick<CommandFacts, 'actor' | 'excusingRoles'> {
  if (excusers?.isInTeam !== true) return { actor, excusingRoles: excusers?.roles ?? null }
  const role = isAtLeast(actor.role, 'maintain') ? actor.role : 'maintain'
  return { actor: { ...actor, role }, excusingRoles: EXCUSING_ROLES }
}

/** Other parts of the reply do not depend on it. Rate limits still cause a retry. */
async function getReport(reading: Promise<readonly InstallationGap[]>): Promise<InstallationReport> {
  try {
    return { gaps: await reading }
  } catch (error) {
    if (!(error instanceof GateError) || getRetryAfter(error) !== null) throw error
    return { unread: reportRefusal(error) }
  }
}

/** Reads the authors only for commands that need them, because they cost requests. */
async function evaluatePullRequest(
  { github, repository, evaluate }: CommandContext,
  { number, at }: CommandJob,
  call: Call,
): Promise<CommandPull> {
  const seen = await evaluate(number)
  const { page, comparison } = seen.snapshot
  const command = commandNamed(call.name)
  const named = [page.author, page.isFork ? page.headOwner : '', ...(comparison?.authors ?? [])]
  const commits = [page.head, ...(comparison?.commits.map(({ sha }) => sha) ?? [])]
  const { headBranch: branch, head, isFork } = page
  const isQuestion = command === undefined || command.role === 'read'
  const authors = isQuestion
    ? { authors: named, isPusherKnown: true }
    : await getAuthors(github, repository, { branch, head, commits, named, isFork })
  return getPull(seen, { at, ...authors })
}

/** Reads the issue as the command names it. */
export function readIssue(
  { github, repository, ports }: CommandContext,
  { number }: CommandJob,
  { args }: Call,
): Promise<CommandIssue> {
  return ports.readIssue(github, repository, { issue: number, task: args[0] ?? null })
}
