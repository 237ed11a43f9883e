/** Lists the slash commands in the order of their use, and runs one. */

import { isStop } from '../evaluate/apply-decisions.ts'
import { MAX_DECISIONS, type MaintainerDecision } from '../model/maintainer-decision.ts'
import { didYouMean } from '../util/nearest.ts'
import { abort } from './abort.ts'
import type { Command, CommandFacts, CommandPull, CommandResult, PullCommand } from './command.ts'
import { helpFor } from './help.ts'
import { next } from './next.ts'
import { getRule, override } from './override.ts'
import { pause } from './pause.ts'
import { plan } from './plan.ts'
import { protect } from './protect.ts'
import { recheck } from './recheck.ts'
import { red } from './red.ts'
import { refused, withText } from './result.ts'
import { resume } from './resume.ts'
import { revert } from './revert.ts'
import { skip } from './skip.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import { getRefusal, programNote } from './who.ts'

const others = [start, plan, status, next, recheck, pause, resume, skip, red, revert, override, abort, protect] as const

const help = helpFor(others)

export const commands: readonly Command[] = [...others, help]

const NAMES = commands.map(({ name }) => name)

/**
 * Finds a command.
 * @param name as written, in any case; empty means help
 */
export function commandNamed(name: string): Command | undefined {
  return commands.find((each) => each.name === (name.toLowerCase() || help.name))
}

/**
 * Returns the effects and reply of a command. Pure and total: without permission there are no effects.
 * @param name as `commandNamed` takes it
 */
export function runCommand(name: string, given: CommandFacts): CommandResult {
  const command = commandNamed(name)
  if (command === undefined) return unknown(name)
  const facts = takeOptions(command, given)
  const result =
    misplaced(command, facts) ?? getRefusal(command, facts) ?? getMisuse(command, facts) ?? bounded(command, facts)
  const note = command.role === 'read' ? null : programNote(facts.actor)
  return note === null ? result : withText(result, note)
}

function unknown(name: string): CommandResult {
  const shown = name.slice(0, 64)
  return refused(
    `There is no command \`/tdd ${shown}\`${didYouMean(name.toLowerCase(), NAMES)}`,
    `Commands: ${NAMES.join(', ')}. \`/tdd help\` describes them.`,
  )
}

/** Checks the place before the permission: in the wrong place the command works for no role. */
function misplaced({ name, place }: Command, { pull, issue }: CommandFacts): CommandResult | null {
  if (place === 'issue' && issue === null)
    return refused(`\`/tdd ${name}\` belongs under an issue: this is a pull request.`)
  if (place === 'pull-request' && pull === null) {
    return refused(`\`/tdd ${name}\` belongs under a pull request; \`/tdd start\` opens one for this issue.`)
  }
  return null
}

/** Takes the options that stand before a reason. */
function takeOptions({ options = [] }: Command, facts: CommandFacts): CommandFacts {
  const [first = '', ...args] = facts.args
  if (!options.includes(first)) return facts
  const rest = facts.rest.slice(facts.rest.indexOf(first) + first.length).trim()
  return takeOptions({ options } as Command, { ...facts, args, rest, options: [...(facts.options ?? []), first] })
}

/** Arguments before a reason; a reason may contain any text. */
const PLACES = 2

function getMisuse({ name, usage, takes, role }: Command, { args, pull }: CommandFacts): CommandResult | null {
  const flag = args.slice(0, PLACES).find((word) => word.startsWith('--'))
  if (flag !== undefined) {
    const near = didYouMean(flag.slice(2).toLowerCase(), NAMES)
    return refused(`\`/tdd ${name}\` has no option \`${flag.slice(0, 64)}\`${near || '.'} Write \`${usage}\`.`)
  }
  if (takes === 'nothing' && args.length > 0) {
    return refused(`\`/tdd ${name}\` takes no arguments. Write \`${usage}\` alone on its line.`)
  }
  if (pull?.isMerged && role !== 'read')
    return refused('The pull request was merged: no command applies any more. A new task begins with a new issue.')
  const isClosed = pull?.isOpen === false && role !== 'read' && name !== abort.name
  return isClosed ? refused('The pull request is closed: reopen it first.') : null
}

/**
 * Limits the number of decisions, because further ones could push out earlier ones. A command that stops the task
 * always passes.
 */
function bounded(command: Command, facts: CommandFacts): CommandResult {
  const result = invoke(command, facts)
  const isCounted = result.effects.some((effect) => effect.kind === 'record' && !isStop(effect.decision))
  const isOwn = ({ pullRequest }: MaintainerDecision) => pullRequest === facts.pull?.number
  if (!isCounted || (facts.pull?.decisions.filter(isOwn).length ?? 0) < MAX_DECISIONS) return result
  return refused(`People decided ${MAX_DECISIONS} times about this pull request, which is the limit. Open a new one.`)
}

function invoke(command: Command, facts: CommandFacts): CommandResult {
  switch (command.place) {
    case 'issue':
      return facts.issue ? command.run(facts.issue, facts) : refused('There is no issue here.')
    case 'pull-request':
      return facts.pull ? ofPull(command, facts.pull, facts) : refused('There is no pull request here.')
    case 'both':
      return command.run(facts)
    default:
      return command satisfies never
  }
}

/** When a comment was interrupted after its decision was recorded, it continues with that decision. */
function ofPull(command: PullCommand, pull: CommandPull, facts: CommandFacts): CommandResult {
  const rule = command.name === override.name ? getRule(facts) : null
  const before = pull.decisions.find(
    ({ commentId, kind, subtask, excuses }) =>
      commentId === facts.commentId &&
      kind === command.name &&
      (subtask === null || facts.args[0] === subtask) &&
      (excuses?.rule ?? null) === rule,
  )
  return before && command.finish ? command.finish(pull, before, facts) : command.run(pull, facts)
}
