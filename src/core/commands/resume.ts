import { formatDecision, standingStops, toDecisionNote } from '../evaluate/apply-decisions.ts'
import { isSameActor } from '../model/event.ts'
import type { Decision } from '../model/finding.ts'
import type { MaintainerDecision } from '../model/maintainer-decision.ts'
import type { CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import {
  decisionBy,
  done,
  getGivenReason,
  refused,
  refuseWithoutPlace,
  standingStop,
  stoppedBySame,
  stoppedMeanwhile,
  storeStop,
} from './result.ts'
import { isOwnWork, unknownPusher, whoExcuses } from './who.ts'

export const resume: PullCommand = {
  name: 'resume',
  usage: '/tdd resume [reason]',
  about:
    'Resumes a stopped task. If no attempts are left, it grants a new set. Authors and bots cannot grant attempts.',
  role: 'write',
  isForAuthors: true,
  takes: 'text',
  place: 'pull-request',
  run(pull, facts) {
    const stop = standingStop(pull)
    const isExhausted = hasUsedUpAttempts(pull.decision)
    if (stop === null && !isExhausted) return refused('The task is not stopped, so there is nothing to resume.')
    const decision = decisionBy(facts, pull, { kind: 'resume', subtask: null, reason: getGivenReason(facts.rest) })
    const later = stoppedBySame(stop, facts) ?? stoppedMeanwhile(pull, facts)
    return refuseWithoutPlace(pull) ?? later ?? ownRefusal(pull, facts) ?? finish(pull, decision)
  },
  finish,
}

function finish(pull: CommandPull, decision: MaintainerDecision): CommandResult {
  return done(storeStop(pull, decision), 'The task goes on.')
}

/**
 * Contributors to a task can lift only their own pause, or their own end on this machine, and only while attempts remain. Otherwise another maintainer
 * must resume it.
 */
function ownRefusal(pull: CommandPull, facts: CommandFacts): CommandResult | null {
  const isOwn = isOwnWork(pull, facts.actor)
  if (!isOwn && pull.isPusherKnown) return null
  const stops = standingStops({ pullRequest: pull.number, decisions: pull.decisions })
  // On one machine nothing was closed, so an end is like a pause there.
  const isLiftable = ({ kind, where }: MaintainerDecision) => kind === 'pause' || where !== undefined
  const other = stops.findLast((stop) => !isLiftable(stop) || !isSameActor(stop.by, facts.actor))
  const isFree = pull.decision !== null && !hasUsedUpAttempts(pull.decision)
  if (stops.length > 0 && other === undefined && isFree) return null
  if (!isOwn) return refused(unknownPusher(pull), whoExcuses('write'))
  const why = other ? `it was stopped ${formatDecision(toDecisionNote(other))}` : 'its attempts may be used up'
  return refused(`You worked on this task, and ${why}: another maintainer must resume it.`, whoExcuses('write'))
}

/** The limits apply to the present cycle, with all granted attempts. */
function hasUsedUpAttempts(decision: Decision | null): boolean {
  const most = decision?.next?.limits.maxAttempts ?? 0
  return decision?.subtasks.some(({ status, attempts }) => status === 'red' && most > 0 && attempts >= most) ?? false
}
