/**
 * Reports merges that bypassed the required check. They cannot be prevented, so the App comments on the pull request.
 */

import { refused } from '../../core/commands/result.ts'
import { short } from '../../core/model/commit.ts'
import { GATE_CHECK, isGateCheck } from '../../core/status/checks.ts'
import { type OwnCheck, readOwnChecks } from '../../github/own-checks.ts'
import { createBaseReader } from '../../github/read/protection/base.ts'
import { isShared } from '../../github/read/pull-request/heads.ts'
import type { PullRequestPage } from '../../github/read/pull-request/page.ts'
import { getName } from '../../github/routes.ts'
import { isRefused, orRefused } from '../../github/write/or-refused.ts'
import { findReply, writeReply } from '../../github/write/reply.ts'
import { toReplyText } from '../../render/gate-report/reply.ts'
import type { EvaluationTarget } from './context.ts'

/**
 * Reports the merge once, and only where the branch requires the check of this App. Where other pull requests share the
 * head, the check may be about them, so nothing is reported. @throws GateError for a refusal of GitHub
 */
export async function reportBypassedMerge(
  { github, repository: ref, context: { app } }: EvaluationTarget,
  page: PullRequestPage,
): Promise<'created' | 'unchanged' | 'none'> {
  const repository = getName(ref)
  const { merged, head, baseBranch, number } = page
  if (merged === null) return 'none'
  const { checks } = await readOwnChecks(github, repository, head, app.id)
  const check = checks.findLast(isGateCheck)
  if (check === undefined || check.conclusion === 'success') return 'none'
  if ((await createBaseReader(github, repository, app)(baseBranch, null)).kind !== 'required') return 'none'
  if (await isShared(github, repository, head)) return 'none'
  const place = { number, key: `merged-${head}`, since: merged.at }
  if ((await findReply(github, repository, app, place)) !== null) return 'unchanged'
  // A conversation may be locked. The evaluation still continues.
  const text = formatComment(page, check)
  const written = await orRefused('the comment', () => writeReply(github, repository, place, { text, earlier: null }))
  return isRefused(written) ? 'none' : written
}

function formatComment({ merged, head, baseBranch }: PullRequestPage, { conclusion, output }: OwnCheck): string {
  const by = merged?.by ? ` by @${merged.by}` : ''
  const { reply } = refused(
    `Merged${by} while \`${GATE_CHECK}\` was \`${conclusion}\` at ${short(head)}: ${output.title ?? ''}`,
    `\`${baseBranch}\` requires that check; \`/tdd status\` names who may bypass it. To undo the merge, revert it in a separate pull request.`,
  )
  return toReplyText([reply])
}
