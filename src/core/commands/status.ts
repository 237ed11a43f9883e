import type { InstallationReport } from '../status/installation.ts'
import { type Enforcement, formatGap, isRequired } from '../status/protection.ts'
import type { Command, CommandIssue, CommandPull } from './command.ts'
import { describeGaps } from './protect.ts'
import { done, listItems, type ReplyText } from './result.ts'

export const status: Command = {
  name: 'status',
  usage: '/tdd status',
  about: 'Shows the current result, gaps in branch protection, and permissions that the App is missing.',
  role: 'read',
  isForAuthors: true,
  takes: 'nothing',
  needsProtection: true,
  needsInstallation: true,
  place: 'both',
  run: ({ pull, issue, enforcement, installation }) =>
    done([], ...(pull ? ofPull(pull) : ofIssue(issue)), ...howEnforced(enforcement), ...whatLacks(installation)),
}

function ofPull({ isOpen, title, summary, decision, reason }: CommandPull): readonly ReplyText[] {
  if (!isOpen) return [`${title}.`, reason]
  return [`${title}.`, ...(decision === null ? [reason] : []), { kind: 'rendered', markdown: summary }]
}

function ofIssue(issue: CommandIssue | null): readonly ReplyText[] {
  if (issue?.started) return [`The task is pull request #${issue.started.pull}, branch \`${issue.started.branch}\`.`]
  return ['No task was started here; `/tdd plan` shows what `/tdd start` would do.']
}

function howEnforced(enforcement: Enforcement | null): readonly ReplyText[] {
  if (enforcement === null) return []
  const { branch, check, gaps } = enforcement
  if (!isRequired(enforcement))
    return [`GitHub does not enforce the gate on \`${branch}\`:`, listItems(gaps.map(formatGap))]
  return [`\`${branch}\` requires \`${check.name}\` from this App alone.`, ...describeGaps(enforcement)]
}

function whatLacks(installation: InstallationReport | null): readonly ReplyText[] {
  if (installation === null) return []
  if ('unread' in installation) return [`The App cannot read its permissions: ${installation.unread}`]
  const { gaps } = installation
  if (gaps.length === 0) return ['The installation grants all permissions that the App needs.']
  return ['The installation lacks permissions that the App needs:', listItems(gaps.map(formatGap))]
}
