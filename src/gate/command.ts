/** What a person asked for: facts are gathered, the command decides, its effects are done, and the person is answered. */
import type { Command, CommandFacts, CommandIssue, CommandPull } from '../core/commands/command.ts'
import { buttons, commands, runCommand } from '../core/commands/index.ts'
import { type Call, MAX_COMMANDS, parseCommands } from '../core/commands/parse.ts'
import { refused } from '../core/commands/result.ts'
import type { Sha } from '../core/commit.ts'
import type { Reply, TaskStart } from '../core/effect.ts'
import { GateError, retryAfterOf } from '../core/errors.ts'
import type { Hint, RepositoryRef, Request } from '../core/event.ts'
import type { InstallationGap, InstallationReport } from '../core/installation.ts'
import type { Enforcement } from '../core/protection.ts'
import { applyEffects, tellRefusal } from '../effects/apply.ts'
import { type Asked, findReply, hasSigned, type Reaction, react, writeReply } from '../effects/reply.ts'
import { authorsOf } from '../facts/authors.ts'
import { roleOf } from '../facts/permission.ts'
import { requireRepository } from '../facts/same-repository.ts'
import { orNull } from '../github/status.ts'
import { type AppIdentity, type GitHub, loginOf, type RepositoryName } from '../github.ts'
import { toReplyText } from '../render/reply.ts'
import { type CommandLook, pullOf } from './command-facts.ts'
import { tellGivenUp } from './given-up.ts'

/** How the parts of the gate that are not about commands are reached. */
export interface CommandPorts {
  readonly pullsWithHead: (github: GitHub, repository: RepositoryName, head: Sha) => Promise<readonly number[]>
  /** What a start would do. @param task of a document on the default branch; null: the issue is the task */
  readonly readIssue: (
    github: GitHub,
    repository: RepositoryName,
    asked: { readonly issue: number; readonly task: string | null },
  ) => Promise<CommandIssue>
  /** Opens a task, or finds it opened. */
  readonly startTask: (
    github: GitHub,
    repository: RepositoryName,
    start: TaskStart,
  ) => Promise<{ readonly pull: number }>
  /** How far a branch is protected. @param branch null: the default branch */
  readonly readEnforcement: (github: GitHub, repository: RepositoryName, branch: string | null) => Promise<Enforcement>
  /** What the installation of the App lacks. */
  readonly readGaps: (repository: RepositoryName) => Promise<readonly InstallationGap[]>
}

export interface CommandAsk {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly request: Request
  /** The code of the error for which it was given up: that is told, and nothing is done. */
  readonly givenUp?: string
  readonly context: { readonly app: AppIdentity }
  /** Reads a pull request anew, decides, and writes what differs. */
  readonly look: (pullRequest: number) => Promise<CommandLook>
}

/** What is asked in one place. */
interface Job extends Asked {
  readonly calls: readonly Call[]
  readonly left: number
  readonly at: string
  /** Null for what is no comment. */
  readonly commentId: string | null
  /** Buttons are pressed again: their answer is renewed. */
  readonly isRepeatable: boolean
}

interface Desk extends Omit<CommandAsk, 'repository' | 'request' | 'givenUp'> {
  readonly repository: RepositoryName
  readonly ports: CommandPorts
}

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}'
const START: Call = { name: 'start', args: [], rest: '' }

/**
 * Done twice, a request is answered once, and what it decided holds once.
 * @throws GateError from the returned function: `github-unavailable`, and what GitHub says to the answer itself
 */
export function answerWith(ports: CommandPorts): (ask: CommandAsk) => Promise<readonly Hint[]> {
  return async ({ repository, request, givenUp, ...ask }) => {
    const { owner, repo } = repository
    const desk: Desk = { ...ask, repository: { owner, repo }, ports }
    if (request.actor.login === loginOf(desk.context.app)) return []
    const jobs = await jobsOf(desk, request)
    if (jobs.length > 0) await requireRepository(desk.github, repository)
    if (givenUp !== undefined) {
      for (const job of jobs) await tellGivenUp(desk, job, givenUp)
      return []
    }
    const started: number[] = []
    for (const job of jobs) started.push(...(await answer(desk, job, request)))
    return started.map((number) => ({ kind: 'pull-request', number }))
  }
}

async function jobsOf(desk: Desk, request: Request): Promise<readonly Job[]> {
  switch (request.kind) {
    case 'comment': {
      const { number, commentId, at } = request
      const { calls, left } = parseCommands(request.text)
      return calls.length === 0
        ? []
        : [{ number, key: commentId, since: at, at, commentId, calls, left, isRepeatable: false }]
    }
    case 'label': {
      const { number, at } = request
      return [{ ...ONE, number, key: `label-${at}`, since: at, at, calls: [START], isRepeatable: false }]
    }
    case 'button': {
      const name = request.identifier === 'rerequested' ? 'recheck' : request.identifier
      if (!buttons.some(({ identifier }) => identifier === name)) return []
      const numbers = await desk.ports.pullsWithHead(desk.github, desk.repository, request.head)
      const key = `button-${name}-${request.head}`
      const calls = [{ name, args: [], rest: '' }]
      return numbers.map((number) => ({ ...ONE, number, key, since: null, at: '', calls, isRepeatable: true }))
    }
    default:
      return request satisfies never
  }
}

const ONE = { left: 0, commentId: null }

/** @returns the pull requests that were opened */
async function answer(desk: Desk, job: Job, { kind, actor }: Request): Promise<readonly number[]> {
  const { github, repository, context } = desk
  const earlier = await findReply(github, repository, context.app, job)
  const before = earlier === null || job.isRepeatable ? null : await doneBefore(desk, job)
  if (before !== null) return before
  const issue = await orNull(github.request(ISSUE, { ...repository, issue_number: job.number }))
  const isPull = issue?.data.pull_request !== undefined
  // The label is put on pull requests too, where it starts nothing.
  if (issue === null || (kind === 'label' && isPull)) return []
  await reactTo(desk, job, 'eyes')
  const role = await roleOf(github, repository, actor)
  const ran: Ran[] = []
  for (const call of job.calls) ran.push(await run(desk, job, call, { actor: { ...actor, role }, isPull }))
  const replies = ran.map(({ reply }) => reply)
  if (job.left > 0)
    replies.push(refused(`${job.left} more commands were left: one comment may hold ${MAX_COMMANDS}.`).reply)
  await reactTo(desk, job, signOf(replies))
  // Last: it says that all of it was done.
  if (!isSilent(job, replies)) {
    await writeReply(github, repository, job, { text: toReplyText(replies), earlier })
  }
  return ran.flatMap(({ started }) => started ?? [])
}

/**
 * An answer can be forged by whoever may edit comments: what tells is the App's own sign, or what a label started.
 * @returns what was opened, which whoever was cut off between the answer and its end has yet to name; null: do all of it again
 */
async function doneBefore(desk: Desk, job: Job): Promise<readonly number[] | null> {
  const { github, repository, context } = desk
  const isSigned = job.commentId !== null && (await hasSigned(github, repository, context.app, job.commentId))
  if (job.commentId !== null && !isSigned) return null
  const numbers: number[] = []
  for (const call of job.calls.filter((one) => commandOf(one)?.name === START.name)) {
    const { started } = await readIssue(desk, job, call)
    if (started !== null) numbers.push(started.pull)
  }
  return isSigned || numbers.length > 0 ? numbers : null
}

/** The check run itself shows that it was renewed. */
function isSilent({ isRepeatable, calls }: Job, replies: readonly Reply[]): boolean {
  return isRepeatable && calls[0]?.name === 'recheck' && replies.every(({ isDone }) => isDone)
}

function signOf(replies: readonly Reply[]): Reaction {
  const done = replies.filter(({ isDone }) => isDone).length
  if (done === replies.length) return '+1'
  return done === 0 ? '-1' : 'confused'
}

async function reactTo({ github, repository }: Desk, { commentId }: Job, reaction: Reaction): Promise<void> {
  if (commentId !== null) await react(github, repository, commentId, reaction)
}

interface Ran {
  readonly reply: Reply
  /** The pull request that was opened, or found opened. */
  readonly started: number | null
}

type Who = Pick<CommandFacts, 'actor'> & { readonly isPull: boolean }

/** What GitHub refuses is told; what it does not answer is an error, and all of it is done again. */
async function run(desk: Desk, job: Job, call: Call, { actor, isPull }: Who): Promise<Ran> {
  const { github, repository, context, ports, look } = desk
  try {
    const place = isPull
      ? { pull: await lookAt(desk, job, call), issue: null }
      : { pull: null, issue: await readIssue(desk, job, call) }
    const { at, commentId } = job
    const command = commandOf(call)
    const asked = command?.asksForProtection ?? false
    const branch = place.pull?.baseBranch ?? null
    const enforcement = asked ? await ports.readEnforcement(github, repository, branch) : null
    const installation = command?.asksForInstallation ? await reportOf(ports.readGaps(repository)) : null
    const said = { actor, at, commentId: commentId ?? '', args: call.args, rest: call.rest }
    const facts = { ...said, ...place, enforcement, installation }
    const { effects, reply } = runCommand(call.name, facts)
    const start = (wanted: TaskStart) => ports.startTask(github, repository, wanted)
    const { problem, started } = await applyEffects(github, repository, effects, { app: context.app, start })
    if (isPull && effects.length > 0) await look(job.number)
    if (problem !== null) return { reply: refused(problem).reply, started }
    // Rendered, the number leads there.
    const opened = { kind: 'rendered' as const, markdown: `Pull request #${started} is open.` }
    return { started, reply: started === null ? reply : { ...reply, parts: [...reply.parts, opened] } }
  } catch (error) {
    if (!(error instanceof GateError) || error.code === 'github-unavailable') throw error
    return { reply: refused(tellRefusal(error)).reply, started: null }
  }
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

/** Only what the command asks for costs requests. */
async function lookAt({ github, repository, look }: Desk, { number, at }: Job, call: Call): Promise<CommandPull> {
  const seen = await look(number)
  const { page, comparison } = seen.truth
  const command = commandOf(call)
  const named = [page.author, ...(comparison?.authors ?? [])]
  const commits = [page.head, ...(comparison?.commits.map(({ sha }) => sha) ?? [])]
  const isQuestion = command === undefined || command.role === 'read'
  const authors = isQuestion ? named : await authorsOf(github, repository, { branch: page.headBranch, commits, named })
  return pullOf(seen, { at, authors })
}

function commandOf({ name }: Call): Command | undefined {
  return commands.find((each) => each.name === name.toLowerCase())
}

function readIssue({ github, repository, ports }: Desk, { number }: Job, { args }: Call): Promise<CommandIssue> {
  return ports.readIssue(github, repository, { issue: number, task: args[0] ?? null })
}
