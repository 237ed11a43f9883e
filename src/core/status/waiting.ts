/** Explains why a head has no evidence, as far as GitHub shows it, and who can act. */
import { short } from '../model/commit.ts'
import type { BrokenConfig, GatedRun, PullRequestFacts } from '../model/pull-request.ts'
import { type Suggestion, suggest } from '../model/suggestion.ts'

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
const PUSH_AGAIN = suggest('`git commit --amend` without it (or a new commit), then push.')

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

const CHANGED = 'The pull request changes `.github`, but only the workflow of its base may judge.'
const ALONE = suggest(
  'Revert that change (`git checkout origin/<base> -- .github`), commit and push. Or merge it alone first: a maintainer lets it pass with `/tdd override <reason>`.',
)

function ofRun(run: GatedRun, { head, isFork, touchesWorkflows }: PullRequestFacts): StatusReason {
  const { id, status, conclusion } = run
  const name = `Run ${id} of ${short(head)}`
  if (conclusion === 'action_required' || status === 'waiting') {
    const why = isFork
      ? 'Workflows of forks start when a writer approves them.'
      : 'GitHub waits for a person to approve it.'
    return waiting('run-needs-approval', 'The workflow needs approval', {
      message: `${name} is waiting for approval. ${why}`,
      suggestion: suggest('A writer: read the changes, then press "Approve and run workflows" on the pull request.'),
    })
  }
  if (status !== 'completed') {
    return waiting('run-in-progress', `Waiting for run ${id} to judge ${short(head)}`, {
      message: `${name} has not ended yet; the App updates this check when it has.`,
      suggestion: suggest(`Wait for it: \`gh run watch ${id}\``, `gh run watch ${id}`),
    })
  }
  if (touchesWorkflows) {
    return {
      code: 'workflow-changed',
      isFailure: true,
      title: `Run ${id} left no evidence: the pull request changes .github`,
      message: `${name} ended (${conclusion ?? 'without conclusion'}) without evidence. ${CHANGED}`,
      suggestion: ALONE,
    }
  }
  const [view, rerun] = [`gh run view ${id} --log-failed`, `gh run rerun ${id}`]
  return {
    code: 'run-without-evidence',
    isFailure: true,
    title: `Run ${id} left no evidence`,
    message: `${name} ended (${conclusion ?? 'without conclusion'}) without evidence: it failed before it could judge, or its artifact has expired.`,
    suggestion: suggest(`See why with \`${view}\`, then \`${rerun}\`.`, view, rerun),
  }
}

export function brokenReason(
  { what, isFixed }: BrokenConfig,
  { base: { branch }, touchesWorkflows }: Pick<PullRequestFacts, 'base' | 'touchesWorkflows'>,
): StatusReason {
  const merge = `merge \`${branch}\` into the branch, and push.`
  const alone = touchesWorkflows
    ? ' If this pull request fixes it: a maintainer lets it pass with `/tdd override <reason>`.'
    : ''
  return {
    code: 'base-config-broken',
    isFailure: true,
    title: `The configuration on ${branch} is broken`,
    message: `The configuration on \`${branch}\`, which applies to this branch, is invalid: ${what}`,
    suggestion: suggest(
      isFixed ? `It is fixed on \`${branch}\`: ${merge}` : `Fix it on \`${branch}\`, then ${merge}${alone}`,
    ),
  }
}

function ofNoRun({ head, headMessage, isMergeable, isDraft, touchesWorkflows }: PullRequestFacts): StatusReason {
  const message = headMessage.toLowerCase()
  const skip = SKIPS.find((word) => message.includes(word)) ?? (SKIP_TRAILER.test(message) ? 'skip-checks: true' : null)
  const nothing = `The workflow of tdd-gate did not start for ${short(head)}`
  if (skip !== null) {
    return waiting('ci-skipped', `No evidence: the commit message contains ${skip}`, {
      message: `${nothing}: its message contains \`${skip}\`, so GitHub starts no workflow.`,
      suggestion: PUSH_AGAIN,
    })
  }
  if (isMergeable === false) {
    return waiting('merge-conflict', 'No evidence: the branch conflicts with its base', {
      message: `${nothing}: GitHub starts no workflow while a pull request conflicts with its base.`,
      suggestion: suggest('Merge the base into the branch, or rebase it, and push.'),
    })
  }
  if (touchesWorkflows) {
    return waiting('workflow-changed', `No evidence for ${short(head)}: the pull request changes .github`, {
      message: `${nothing} yet. ${CHANGED}`,
      suggestion: ALONE,
    })
  }
  const draft = isDraft ? ' It is a draft: the workflow may be configured to skip drafts.' : ''
  return waiting('no-run', `No evidence for ${short(head)} yet`, {
    message: `${nothing} yet.${draft}`,
    suggestion: suggest(
      'If it does not start within minutes: check that `.github/workflows/tdd-gate.yml` is on the base branch and Actions are enabled, then push, or `/tdd recheck`.',
    ),
  })
}

function waiting(
  code: string,
  title: string,
  { message, suggestion }: Pick<StatusReason, 'message' | 'suggestion'>,
): StatusReason {
  return { code, isFailure: false, title, message, suggestion }
}
