/** Explains why a head has no evidence, as far as GitHub shows it, and who can act. */
import { short } from '../model/commit.ts'
import type { BrokenConfig, GatedRun, PullRequestFacts } from '../model/pull-request.ts'
import { type Suggestion, suggest } from '../model/suggestion.ts'
import { statusTexts } from './texts.ts'

/** The reason for a status without a judgement. */
export interface StatusReason {
  /** In kebab-case, stable. */
  readonly code: string
  /** False when the App only waits. */
  readonly isFailure: boolean
  readonly title: string
  readonly message: string
  readonly suggestion: Suggestion
}

/** https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs */
const SKIPS = ['[skip ci]', '[ci skip]', '[no ci]', '[skip actions]', '[actions skip]']
const SKIP_TRAILER = /^skip-checks: *true *$/m
const PUSH_AGAIN = suggest(statusTexts.amendWithoutSkip)

/**
 * Finds the reason.
 * @returns the reason; the run that GitHub started last counts
 */
export function waitingReason(pull: PullRequestFacts): StatusReason {
  const run = [...pull.runs].sort(byId).at(-1)
  const going = pull.runs.find(({ status }) => status !== 'completed')
  if (going ?? run) return ofRun(going ?? (run as GatedRun), pull)
  return ofNoRun(pull)
}

function byId(one: GatedRun, other: GatedRun): number {
  return one.id.length - other.id.length || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

const CHANGED = statusTexts.workflowChanged
const ALONE = suggest(statusTexts.revertWorkflow)

function ofRun(run: GatedRun, { head, isFork, touchesWorkflows }: PullRequestFacts): StatusReason {
  const { id, status, conclusion } = run
  const name = `Run ${id} of ${short(head)}`
  if (conclusion === 'action_required' || status === 'waiting') {
    const why = isFork ? statusTexts.forksNeedApproval : statusTexts.needsApproval
    return waiting('run-needs-approval', 'The workflow needs approval', {
      message: statusTexts.waitingForApproval(name, why),
      suggestion: suggest(statusTexts.approve),
    })
  }
  if (status !== 'completed') {
    return waiting('run-in-progress', statusTexts.waitingForRun(id, short(head)), {
      message: statusTexts.runGoing(name),
      suggestion: suggest(`Wait for it: \`gh run watch ${id}\``, `gh run watch ${id}`),
    })
  }
  if (touchesWorkflows) {
    return {
      code: 'workflow-changed',
      isFailure: true,
      title: statusTexts.noEvidenceWorkflow(id),
      message: statusTexts.endedWorkflow(name, conclusion ?? 'without conclusion', CHANGED),
      suggestion: ALONE,
    }
  }
  const [view, rerun] = [`gh run view ${id} --log-failed`, `gh run rerun ${id}`]
  return {
    code: 'run-without-evidence',
    isFailure: true,
    title: `Run ${id} left no evidence`,
    message: statusTexts.endedWithout(name, conclusion ?? 'without conclusion'),
    suggestion: suggest(statusTexts.seeWhy(view, rerun), view, rerun),
  }
}

export function brokenReason(
  { what, isFixed }: BrokenConfig,
  { base: { branch }, touchesWorkflows }: Pick<PullRequestFacts, 'base' | 'touchesWorkflows'>,
): StatusReason {
  const merge = statusTexts.mergeBase(branch)
  const alone = touchesWorkflows ? statusTexts.overrideAlone : ''
  return {
    code: 'base-config-broken',
    isFailure: true,
    title: `The configuration on ${branch} is broken`,
    message: statusTexts.configInvalid(branch, what),
    suggestion: suggest(isFixed ? statusTexts.configFixed(branch, merge) : statusTexts.fixConfig(branch, merge, alone)),
  }
}

function ofNoRun(pull: PullRequestFacts): StatusReason {
  const { head, headMessage, isMergeable, isDraft, isFork, touchesWorkflows } = pull
  if (pull.isForkDeleted === true) {
    return {
      code: 'fork-deleted',
      isFailure: true,
      title: statusTexts.forkDeletedTitle,
      message: statusTexts.forkDeleted(short(head)),
      suggestion: suggest(statusTexts.openAgain),
    }
  }
  const message = headMessage.toLowerCase()
  const skip = SKIPS.find((word) => message.includes(word)) ?? (SKIP_TRAILER.test(message) ? 'skip-checks: true' : null)
  const nothing = statusTexts.notStarted(short(head))
  if (skip !== null) {
    return waiting('ci-skipped', statusTexts.skippedTitle(skip), {
      message: statusTexts.skipped(nothing, skip),
      suggestion: PUSH_AGAIN,
    })
  }
  if (isMergeable === false) {
    return waiting('merge-conflict', statusTexts.conflictTitle, {
      message: statusTexts.conflict(nothing),
      suggestion: suggest(statusTexts.mergeOrRebase),
    })
  }
  if (touchesWorkflows) {
    return waiting('workflow-changed', statusTexts.changesWorkflow(short(head)), {
      message: `${nothing} yet. ${CHANGED}`,
      suggestion: ALONE,
    })
  }
  const causes = [isDraft && statusTexts.draft, statusTexts.filters, isFork && statusTexts.forkApproval]
  return waiting('no-run', `No evidence for ${short(head)} yet`, {
    message: [`${nothing} yet.`, ...causes.filter((cause) => cause !== false)].join(' '),
    suggestion: suggest(statusTexts.checkWorkflow),
  })
}

function waiting(
  code: string,
  title: string,
  { message, suggestion }: Pick<StatusReason, 'message' | 'suggestion'>,
): StatusReason {
  return { code, isFailure: false, title, message, suggestion }
}
