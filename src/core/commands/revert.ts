import { short } from '../model/commit.ts'
import type { Effect } from '../model/effect.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandPull, CommandResult, PullCommand } from './command.ts'
import { boundToHead, decisionBy, done, refused, storeDecision } from './result.ts'

export const revert: PullCommand = {
  name: 'revert',
  usage: '/tdd revert [head] [reason]',
  about: 'Adds a commit with the tree of the last accepted commit; the history stays.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    if (pull.isFork) return refused('The branch is in a fork, where the gate cannot write.', byHand(pull))
    const { reason, refusal } = boundToHead(pull, facts, 'revert')
    if (refusal) return refusal
    const { lastAccepted, head, title } = pull
    if (lastAccepted === null) return refused(`No accepted commit exists to revert to: ${title}.`)
    if (lastAccepted.sha === head)
      return refused(`${short(head)} is the last accepted commit, so there is nothing to revert.`)
    return finish(pull, decisionBy(facts, pull, { kind: 'revert', subtask: null, reason }))
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  const { lastAccepted, branch } = pull
  const effects: Effect[] = [...storeDecision(pull, decision)]
  if (lastAccepted === null) return done(effects)
  const message = `revert: back to ${short(lastAccepted.sha)}\n\nThe last accepted commit, as ${decision.by.login} requested with /tdd revert.\n\nPhase: neutral\n`
  effects.push({ kind: 'go-back', branch, from: decision.head, tree: lastAccepted.tree, message })
  return done(
    effects,
    `The branch is back at ${short(lastAccepted.sha)}, the last accepted commit, by a new commit on top: pull it.`,
  )
}

function byHand({ lastAccepted, head }: CommandPull): string {
  if (lastAccepted === null) return 'No accepted commit exists to revert to.'
  return `By hand: \`git revert --no-edit ${short(lastAccepted.sha)}..${short(head)}\``
}
