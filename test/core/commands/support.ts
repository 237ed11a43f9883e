/** Commands under a pull request or an issue: each test names only what differs. Mona maintains, octocat wrote the commits. */
import type { CommandFacts, CommandIssue, CommandPull, CommandResult } from '../../../src/core/commands/command.ts'
import { runCommand } from '../../../src/core/commands/index.ts'
import { parseCommands } from '../../../src/core/commands/parse.ts'
import type { ReplyPart, TaskStart } from '../../../src/core/model/effect.ts'
import type { Decision, SubtaskState } from '../../../src/core/model/finding.ts'
import type { MaintainerDecision, Role } from '../../../src/core/model/maintainer-decision.ts'
import type { TaskRecord } from '../../../src/core/model/task-record.ts'
import type { Enforcement } from '../../../src/core/status/protection.ts'
import { REJECTED } from '../../support/decision.ts'
import { aPlan, aSubtask } from '../rules/support.ts'

export const HEAD = 'b1'.repeat(20)
export const START = 'd'.repeat(40)
export const TREE = 'e'.repeat(40)
export const ACCEPTED = 'a'.repeat(40)
export const PLAN = aPlan(aSubtask('42.1'), aSubtask('42.2'))

export const PEOPLE = {
  mona: { login: 'mona', id: '1', isBot: false, role: 'maintain' },
  octocat: { login: 'octocat', id: '2', isBot: false, role: 'write' },
  hubot: { login: 'hubot', id: '3', isBot: false, role: 'read' },
  wally: { login: 'wally', id: '4', isBot: false, role: 'write' },
  agent: { login: 'agent[bot]', id: '5', isBot: true, role: 'admin' },
} as const satisfies Record<string, CommandFacts['actor']>

export const TASK = { schemaVersion: 1, start: START, plan: PLAN, issue: 3 } as unknown as TaskRecord

export function aPull(part: Partial<CommandPull> = {}): CommandPull {
  return {
    number: 7,
    isOpen: true,
    isMerged: false,
    head: HEAD,
    isHeadSeen: true,
    branch: 'main/task-42-cart',
    baseBranch: 'main',
    baseTip: ACCEPTED,
    isFork: false,
    authors: ['octocat'],
    isPusherKnown: true,
    task: TASK,
    storageCommit: START,
    firstCommit: START,
    decisions: [],
    decision: REJECTED,
    reason: '',
    title: 'GREEN 42.1 rejected',
    summary: '**The summary**',
    lastAccepted: { sha: ACCEPTED, tree: TREE },
    ...part,
  }
}

/** As the gate sees what is over: nothing is judged, and of the task its record is known. */
export function aMergedPull(part: Partial<CommandPull> = {}): CommandPull {
  const title = 'The pull request was merged'
  return aPull({
    isOpen: false,
    isMerged: true,
    decision: null,
    title,
    reason: 'It is over. Open a new issue.',
    ...part,
  })
}

export function decisionWith(states: Record<string, SubtaskState['status']>, part: Partial<Decision> = {}): Decision {
  const subtasks = Object.entries(states).map(([id, status]) => ({ id, title: id, status, attempts: 0, drivers: [] }))
  return { ...REJECTED, subtasks, ...part }
}

export const A_START: TaskStart = {
  plan: PLAN,
  issue: 3,
  branch: 'main/task-42-cart',
  base: { branch: 'main', sha: ACCEPTED, tree: TREE },
  policyDigest: 'f'.repeat(64),
  message: 'chore(task-42): start',
  title: 'Task #42 [main]: Cart',
} as TaskStart

export function anIssue(part: Partial<CommandIssue> = {}): CommandIssue {
  return { number: 3, title: 'Cart', started: null, start: { start: A_START, warnings: [] }, ...part }
}

/** Required from this App alone, unless a test says otherwise. */
export function enforced(part: Partial<Enforcement> = {}): Enforcement {
  return { branch: 'main', check: { name: 'tdd-gate', appId: 77, repository: 'acme/shop' }, gaps: [], ...part }
}

type Place = Partial<
  Pick<CommandFacts, 'pull' | 'issue' | 'enforcement' | 'installation' | 'excusingRoles' | 'at' | 'commentId'>
>

/** Says a line, as a comment that this person wrote. */
export function says(who: CommandFacts['actor'], line: string, place: Place = { pull: aPull() }): CommandResult {
  const [call] = parseCommands(line).calls
  if (call === undefined) throw new Error(`no command: ${line}`)
  const said = { actor: who, at: '2026-01-01T00:00:00Z', commentId: '99', args: call.args, rest: call.rest }
  const none = { pull: null, issue: null, enforcement: null, installation: null, excusingRoles: null }
  return runCommand(call.name, { ...said, ...none, ...place })
}

/** The reply in plain words. */
export function getWords({ reply }: CommandResult): string {
  return [reply.isDone ? 'done' : 'refused', ...reply.parts.map(partWords)].join(' | ')
}

function partWords(part: ReplyPart): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'list') return part.items.join('; ')
  if (part.kind === 'commands') return part.lines.join('; ')
  if (part.kind === 'table') return part.rows.map((row) => row.join(', ')).join('; ')
  return part.markdown
}

export function said(kind: MaintainerDecision['kind'], part: Partial<MaintainerDecision> = {}): MaintainerDecision {
  return {
    schemaVersion: 1,
    kind,
    pullRequest: 7,
    head: HEAD,
    subtask: null,
    reason: 'because',
    by: { login: 'mona', id: '1', isBot: false },
    at: '2026-01-01T00:00:00Z',
    commentId: '11',
    ...part,
  }
}

export function withRole(role: Role): CommandFacts['actor'] {
  return { ...PEOPLE.wally, role }
}
