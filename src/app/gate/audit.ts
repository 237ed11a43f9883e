/** Turns evaluations and commands into entries of the audit log. */
import type { AuditedCommand, AuditedVerdict } from '../../core/model/audit.ts'
import type { RepositoryName } from '../../github/routes.ts'
import type { CommandJob } from './command-jobs.ts'
import type { UnwrittenEvaluation } from './evaluation.ts'
import type { Ran, Who } from './run-command.ts'

export function toVerdictEntry(
  { owner, repo }: RepositoryName,
  { snapshot: { page }, head }: UnwrittenEvaluation,
): AuditedVerdict {
  const { worst } = head
  const { conclusion, decision } = worst.status
  const broken = (decision?.commits ?? []).filter(
    ({ verdict, isSuperseded }) => verdict === 'rejected' && !isSuperseded,
  )
  const rules = broken.flatMap(({ findings }) =>
    findings.filter(({ level }) => level === 'error').map(({ rule }) => rule),
  )
  return {
    kind: 'verdict',
    repository: `${owner}/${repo}`,
    number: page.number,
    head: page.head,
    conclusion,
    title: worst.title,
    rules: [...new Set(rules)].toSorted(),
    overriddenBy: decision?.overridden?.by ?? null,
  }
}

export function toCommandEntry(
  { owner, repo }: RepositoryName,
  { number, commentId }: Pick<CommandJob, 'number' | 'commentId'>,
  command: string,
  { actor, ran: { reply, effects } }: Pick<Who, 'actor'> & { readonly ran: Ran },
): AuditedCommand {
  return {
    kind: 'command',
    repository: `${owner}/${repo}`,
    number,
    commentId,
    actor: actor.login,
    role: actor.role,
    command,
    isDone: reply.isDone,
    effects,
  }
}
