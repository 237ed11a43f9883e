/** Executes the commands of a person and replies once. */
import { commandNamed } from '../../core/commands/index.ts'
import { MAX_COMMANDS } from '../../core/commands/parse.ts'
import { refused } from '../../core/commands/result.ts'
import { start } from '../../core/commands/start.ts'
import type { Reply } from '../../core/model/effect.ts'
import { type GateEvent, MAX_COMMENT_CHARACTERS, type PersonRequest } from '../../core/model/event.ts'
import { requireRepository } from '../../github/read/pull-request/same-repository.ts'
import { getRole } from '../../github/read/task/permission.ts'
import { getLogin } from '../../github/routes.ts'
import { orNull } from '../../github/status.ts'
import { orRefused } from '../../github/write/or-refused.ts'
import { findReply, hasReacted, type Reaction, type ReplyPlace, react, writeReply } from '../../github/write/reply.ts'
import { toReplyText } from '../../render/gate-report/reply.ts'
import { toCommandEntry } from './audit.ts'
import type { CommandContext, CommandOptions, CommandPorts } from './command-context.ts'
import { type CommandJob, toJobs } from './command-jobs.ts'
import { type Ran, readIssue, runSlashCommand } from './run-command.ts'

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
/** The reply to a comment with commands beyond the limit. */
const UNREAD: Reply = refused(
  `A line behind the first ${MAX_COMMENT_CHARACTERS} characters of your comment begins with \`/tdd\`, but it was not read. Write it in a separate comment.`,
).reply

/**
 * Creates the handler. A repeated request is answered once and decides once. @throws GateError from the returned
 * function: `github-unavailable`
 */
export function answerWith(ports: CommandPorts): (options: CommandOptions) => Promise<readonly GateEvent[]> {
  return async ({ repository, request, givenUp, ...options }) => {
    const { owner, repo } = repository
    const commandContext: CommandContext = { ...options, repository: { owner, repo }, ports }
    if (request.actor.login === getLogin(commandContext.context.app)) return []
    const jobs = await toJobs(commandContext, request)
    if (jobs.length > 0) await requireRepository(commandContext.github, repository)
    // Work on a pull request is serialised. A button without a pull request belongs to a commit, which needs no lock.
    if (request.kind === 'button' && request.number === undefined && givenUp === undefined)
      return jobs.map(({ number }) => ({ ...request, number }))
    if (givenUp !== undefined) {
      for (const job of jobs) await reportRetriesExhausted(commandContext, job, givenUp)
      return []
    }
    const started: number[] = []
    for (const job of jobs) started.push(...(await answer(commandContext, job, request)))
    return started.map((number) => ({ kind: 'pull-request', number }))
  }
}

/** Returns the pull requests that were opened. */
async function answer(
  commandContext: CommandContext,
  job: CommandJob,
  { kind, actor }: PersonRequest,
): Promise<readonly number[]> {
  const { github, repository, context } = commandContext
  const earlier = await findReply(github, repository, context.app, job)
  const before = earlier === null || job.isRepeatable ? null : await findEarlierResult(commandContext, job)
  if (before !== null) return before
  const issue = await orNull(github.request(ISSUE, { ...repository, issue_number: job.number }))
  const isPull = issue?.data.pull_request !== undefined
  // A label on a pull request starts nothing.
  if (issue === null || (kind === 'label' && isPull)) return []
  await reactTo(commandContext, job, 'eyes')
  const role = await getRole(github, repository, actor)
  const ran: Ran[] = []
  for (const call of job.calls) {
    const who = { actor: { ...actor, role }, isPull }
    const one = await runSlashCommand(commandContext, job, call, who)
    const command = `/tdd ${call.name} ${call.rest}`.trim()
    await context.record?.(toCommandEntry(repository, job, command, { ...who, ran: one }))
    ran.push(one)
  }
  const replies = ran.map(({ reply }) => reply)
  if (job.left > 0)
    replies.push(refused(`${job.left} more commands were ignored: one comment may contain ${MAX_COMMANDS}.`).reply)
  if (job.isTruncated) replies.push(UNREAD)
  await reactTo(commandContext, job, chooseReaction(replies))
  // The reaction comes last: it shows that everything was done.
  if (!isSilent(job, replies)) {
    await tryReply(commandContext, job, { text: toReplyText(replies), earlier })
  }
  return ran.flatMap(({ started }) => started ?? [])
}

/**
 * Returns the result of an earlier attempt. People who may edit comments can forge replies. So the App's reaction, or
 * the task that a label started, is the proof. @returns the opened pull requests, for an attempt that was interrupted
 * after the reply; null: repeat everything
 */
async function findEarlierResult(commandContext: CommandContext, job: CommandJob): Promise<readonly number[] | null> {
  const { github, repository, context } = commandContext
  const isSigned = job.commentId !== null && (await hasReacted(github, repository, context.app, job.commentId))
  if (job.commentId !== null && !isSigned) return null
  const numbers: number[] = []
  for (const call of job.calls.filter((one) => commandNamed(one.name)?.name === start.name)) {
    const { started } = await readIssue(commandContext, job, call)
    if (started !== null) numbers.push(started.pull)
  }
  return isSigned || numbers.length > 0 ? numbers : null
}

/** The renewed check run is the reply. */
function isSilent({ isRepeatable, calls }: CommandJob, replies: readonly Reply[]): boolean {
  return isRepeatable && calls[0]?.name === 'recheck' && replies.every(({ isDone }) => isDone)
}

async function reactTo(
  { github, repository }: CommandContext,
  { commentId }: CommandJob,
  reaction: Reaction,
): Promise<void> {
  if (commentId !== null) await react(github, repository, commentId, reaction)
}

/** Returns the reaction for all, none or some commands done. */
function chooseReaction(replies: readonly Reply[]): Reaction {
  const done = replies.filter(({ isDone }) => isDone).length
  if (done === replies.length) return '+1'
  return done === 0 ? '-1' : 'confused'
}

/**
 * Replies separately from the real reply, which a later attempt may still write; does nothing where there is one.
 * @param code of the error of each attempt @throws GateError `github-unavailable`
 */
async function reportRetriesExhausted(
  { github, repository, context }: Pick<CommandContext, 'github' | 'repository' | 'context'>,
  job: Pick<CommandJob, keyof ReplyPlace | 'isRepeatable'>,
  code: string,
): Promise<void> {
  const result = { ...job, key: `${job.key}-given-up` }
  for (const place of job.isRepeatable ? [result] : [job, result])
    if ((await findReply(github, repository, context.app, place)) !== null) return
  const { reply } = refused(
    `The App could not do this: it got the error \`${code}\` on each attempt.`,
    'Repeat the command, or ask the operator of the App to check its log. The App tries again if it restarts within three days.',
  )
  await tryReply({ github, repository }, result, { text: toReplyText([reply]), earlier: null })
}

/** The command was executed. A locked conversation, which takes no reply, is no reason to execute it again. */
async function tryReply(
  { github, repository }: Pick<CommandContext, 'github' | 'repository'>,
  place: ReplyPlace,
  reply: Parameters<typeof writeReply>[3],
): Promise<void> {
  await orRefused('the reply', () => writeReply(github, repository, place, reply))
}
