/** Decides who may use a command; help and refusals share its wording. */
import { short } from '../model/commit.ts'
import type { Actor } from '../model/event.ts'
import { isAtLeast, type Role } from '../model/maintainer-decision.ts'
import type { CommandDescription, CommandFacts, CommandPull, CommandResult } from './command.ts'
import { getGivenReason, refused } from './result.ts'

const PEOPLE: Readonly<Record<Role, string>> = {
  none: 'everybody',
  read: 'everyone who can read the repository',
  triage: 'people with the triage, write, maintain or admin role',
  write: 'people with the write, maintain or admin role',
  maintain: 'people with the maintain or admin role',
  admin: 'people with the admin role',
}
const OWN = 'bots and anyone who opened, authored or pushed to the pull request'

/** Returns `people with the maintain or admin role, except bots ...`. */
export function whoMay({ role, isForAuthors }: Pick<CommandDescription, 'role' | 'isForAuthors'>): string {
  return isForAuthors ? PEOPLE[role] : `${PEOPLE[role]}, except ${OWN}`
}

/** Describes who may do what authors and bots may not. */
export function whoExcuses(role: Role): string {
  return `Those who may: ${whoMay({ role, isForAuthors: false })}.`
}

/** Compares normalised: GitHub's logins differ in more than capitals. */
export function isOwnWork({ authors }: CommandPull, { login, isBot }: Actor): boolean {
  return isBot || authors.some((author) => author.toLowerCase() === login.toLowerCase())
}

/**
 * Checks permission.
 * @returns why this person may not, and who may; null when they may
 */
export function getRefusal(listed: CommandDescription, facts: CommandFacts): CommandResult | null {
  const { actor, pull, rest } = facts
  const command = withRoles(listed, facts)
  const why = whyNot(command, { actor, pull })
  if (why === null) return null
  const { name, role, isForAuthors } = command
  return refused(
    `Only ${PEOPLE[role]} may use \`/tdd ${name}\`.${isForAuthors ? '' : ` The command excludes ${OWN}.`}`,
    why,
    isForAuthors
      ? 'Ask one of them to comment:'
      : 'Fix what the check names: `/tdd next` shows how. Or ask one of them to comment:',
    { kind: 'commands', lines: [`/tdd ${name} ${getGivenReason(rest)}`.trimEnd()] },
  )
}

/** The base's configuration may leave the maintain role out. No role below it is ever added. */
function withRoles(command: CommandDescription, { excusingRoles }: CommandFacts): CommandDescription {
  return excusingRoles === null || excusingRoles.includes(command.role) ? command : { ...command, role: 'admin' }
}

function whyNot(
  { role, isForAuthors }: CommandDescription,
  { actor, pull }: Pick<CommandFacts, 'actor' | 'pull'>,
): string | null {
  if (!isAtLeast(actor.role, role)) return `@${actor.login} has ${formatRole(actor.role)}.`
  if (isForAuthors || pull === null) return null
  if (isOwnWork(pull, actor)) {
    return actor.isBot ? whyNoBot(actor) : `@${actor.login} cannot decide about their own work.`
  }
  return pull.isPusherKnown ? null : unknownPusher(pull)
}

function whyNoBot({ login, via }: Actor): string {
  return via === undefined
    ? `@${login} is a bot.`
    : 'A program cannot excuse anything. Write the comment yourself on GitHub.'
}

/**
 * Adds who decided, for every reply with an effect.
 * @returns null for a person, or a bot of its own
 */
export function programNote({ login, via }: Actor): string | null {
  if (via === undefined) return null
  return `A program wrote this comment through the App \`${via}\`: it counts as a bot, not as @${login}.`
}

/** Refuses while the pusher is unknown, because the work may be the person's own. A new push fixes that. */
export function unknownPusher({ head }: Pick<CommandPull, 'head'>): string {
  const again = '`git commit --amend --no-edit`, then `git push --force-with-lease`'
  return `GitHub does not show who pushed ${short(head)}, so anyone may be its author. Its author must push it again (${again}).`
}

function formatRole(role: Role): string {
  return role === 'none' ? 'no role here' : `the ${role} role`
}
