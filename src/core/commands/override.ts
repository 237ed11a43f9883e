import { findMeantRule, isExcusable, isRule } from '../evaluate/excuses.ts'
import { short } from '../model/commit.ts'
import type { JudgedCommit } from '../model/finding.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import {
  boundToHead,
  decisionBy,
  done,
  getOverride,
  refused,
  standingStop,
  stoppedBySame,
  stoppedMeanwhile,
} from './result.ts'

export const override: PullCommand = {
  name: 'override',
  usage: '/tdd override [rule] [head] <reason>',
  about:
    'Lets this head pass, and no other. The check shows who decided it and why. With a rule, it excuses only that rule at one commit.',
  role: 'maintain',
  isForAuthors: false,
  isExcuse: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    const rule = getRule(facts)
    if (rule !== null) return excuse(pull, facts, rule)
    const mistyped = refuseMistyped(facts)
    if (mistyped) return mistyped
    const { reason, refusal } = boundToHead(pull, facts, 'override')
    if (reason === '') return refused('Why may it pass? Reviewers will ask: `/tdd override <reason>`')
    if (refusal) return refusal
    const earlier = getOverride(pull)
    if (earlier) return refused(`${short(pull.head)} was overridden already by @${earlier.by}: ${earlier.reason}`)
    if (pull.decision?.conclusion === 'success') return refused(`There is nothing to override: ${pull.title}.`)
    const later = stoppedBySame(standingStop(pull), facts) ?? stoppedMeanwhile(pull, facts)
    if (later) return later
    const decision = decisionBy(facts, pull, { kind: 'override', subtask: null, reason })
    return finish(pull, { ...decision, baseBranch: pull.baseBranch })
  },
  finish,
}

/** The first argument, where it names a rule: everything after it is as without a rule. */
export function getRule({ args: [first = ''] }: Pick<CommandFacts, 'args'>): string | null {
  return isRule(first) ? first : null
}

/** A mistyped rule must not let the whole head pass. */
function refuseMistyped({ args: [first = ''] }: CommandFacts): CommandResult | null {
  const meant = findMeantRule(first)
  if (meant === null) return null
  return refused(
    `No rule is called \`${first}\`; did you mean \`${meant}\`?`,
    'To override the whole head, begin the reason with another word.',
  )
}

function excuse(pull: CommandPull, facts: CommandFacts, rule: string): CommandResult {
  if (!isExcusable(rule)) {
    return refused(`No proof stands without \`${rule}\`: a maintainer can only override the whole head.`)
  }
  const rest = facts.rest.slice(facts.rest.indexOf(rule) + rule.length).trim()
  const { reason, refusal } = boundToHead(pull, { ...facts, args: facts.args.slice(1), rest }, `override ${rule}`)
  if (reason === '') return refused(`Why is it excused? Reviewers will ask: \`/tdd override ${rule} <reason>\``)
  if (refusal) return refusal
  const isBroken = ({ findings, isSuperseded }: JudgedCommit) =>
    !isSuperseded && findings.some((finding) => finding.rule === rule && finding.level === 'error')
  const commit = pull.decision?.commits.find(isBroken)
  if (commit === undefined) return refused(`No commit breaks \`${rule}\`${pull.title === '' ? '' : `: ${pull.title}`}.`)
  const decision = decisionBy(facts, pull, { kind: 'override', subtask: null, reason })
  return finish(pull, { ...decision, baseBranch: pull.baseBranch, excuses: { rule, commit: commit.sha } })
}

function finish(_: CommandPull, decision: MaintainerDecision): CommandResult {
  const { excuses, by } = decision
  if (excuses !== undefined) {
    return done(
      [{ kind: 'record', on: decision.head, decision }],
      `\`${excuses.rule}\` is excused at ${short(excuses.commit)} by @${by.login}, for this head. After the next push the rule counts again: then \`/tdd override <reason>\` is for the whole head.`,
    )
  }
  return done(
    [{ kind: 'record', on: decision.head, decision }],
    `Gate overridden at ${short(decision.head)} by @${decision.by.login}. The gate judges the next push again.`,
  )
}
