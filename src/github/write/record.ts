/** Stores a person's decision in a check run, which only the App can write. */
import type { Sha } from '../../core/model/commit.ts'
import { decisionId, type MaintainerDecision } from '../../core/model/maintainer-decision.ts'
import { DECISION_CHECK } from '../../core/status/checks.ts'
import { canonical } from '../../core/util/canonical.ts'
import { readOwnChecks } from '../own-checks.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../routes.ts'
import { writeTexts } from '../texts.ts'
import { storeText } from './store-text.ts'

/**
 * Stores the decision as canonical JSON in the text of a check run. The external id identifies kind and comment.
 * @returns `unchanged` where it is already stored, so that repeated handling decides once @throws GateError for a
 * refusal of GitHub
 */
export async function recordDecision(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { on, decision }: { readonly on: Sha; readonly decision: MaintainerDecision },
): Promise<'created' | 'unchanged'> {
  const externalId = decisionId(decision)
  const { checks: kept } = await readOwnChecks(github, repository, on, app.id, DECISION_CHECK)
  // Where not all check runs were read, the decision is stored again. A duplicate has no effect.
  if (kept.some(({ external_id }) => external_id === externalId)) return 'unchanged'
  await storeText(github, repository, {
    name: DECISION_CHECK,
    on,
    externalId,
    text: canonical(decision),
    title: `${decision.kind} by ${decision.by.login}`,
    summary: writeTexts.decisionRecord,
  })
  return 'created'
}
