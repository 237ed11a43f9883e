import { short } from '../model/commit.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
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
  usage: '/tdd override [head] <reason>',
  about: 'Lets this head pass, and no other, whatever the gate found; the check shows who decided it and why.',
  role: 'maintain',
  isForAuthors: false,
  isExcuse: true,
  takes: 'words',
  place: 'pull-request',
  run(pull, facts) {
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

function finish(_: CommandPull, decision: MaintainerDecision): CommandResult {
  return done(
    [{ kind: 'record', on: decision.head, decision }],
    `Gate overridden at ${short(decision.head)} by @${decision.by.login}. The gate judges the next push again.`,
  )
}
