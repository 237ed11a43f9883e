/** Keeps what a person decided where only the App can write: a check run on a commit. */

import type { Sha } from '../../core/model/commit.ts'
import { decisionId, type MaintainerDecision } from '../../core/model/maintainer-decision.ts'
import { DECISION_CHECK } from '../../core/status/checks.ts'
import { canonical } from '../../core/util/canonical.ts'
import { ownChecks } from '../own-checks.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../routes.ts'
import { keepText } from './store-text.ts'

/**
 * The text of the check run is the decision as canonical JSON, its external id says whose and of which comment.
 * @returns `unchanged` where this very decision is kept already: a comment that is handled twice decides once
 * @throws GateError as GitHub's refusal
 */
export async function recordDecision(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { on, decision }: { readonly on: Sha; readonly decision: MaintainerDecision },
): Promise<'created' | 'unchanged'> {
  const externalId = decisionId(decision)
  const { checks: kept } = await ownChecks(github, repository, on, app.id, DECISION_CHECK)
  // Better kept twice than not at all, where there are more: it decides no more.
  if (kept.some(({ external_id }) => external_id === externalId)) return 'unchanged'
  await keepText(github, repository, {
    ...{ name: DECISION_CHECK, on, externalId, text: canonical(decision) },
    title: `${decision.kind} by ${decision.by.login}`,
    summary: 'What a person decided about this task, as the gate hears it.',
  })
  return 'created'
}
