/** Keeps what a person decided where only the App can write: a check run on a commit. */
import { canonical } from '../core/canonical.ts'
import { DECISION_CHECK } from '../core/checks.ts'
import type { Sha } from '../core/commit.ts'
import { decisionId, type PersonDecision } from '../core/person.ts'
import { findPaged, PAGE } from '../github/pages.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../github.ts'
import { keepText } from './keep.ts'

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const MAX_PAGES = 10

/**
 * The text of the check run is the decision as canonical JSON, its external id says whose and of which comment.
 * @returns `unchanged` where this very decision is kept already: a comment that is handled twice decides once
 * @throws GateError as GitHub's refusal
 */
export async function recordDecision(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { on, decision }: { readonly on: Sha; readonly decision: PersonDecision },
): Promise<'created' | 'unchanged'> {
  const externalId = decisionId(decision)
  if (await isKept(github, repository, app, { on, id: externalId })) return 'unchanged'
  await keepText(github, repository, {
    ...{ name: DECISION_CHECK, on, externalId, text: canonical(decision) },
    title: `${decision.kind} by ${decision.by.login}`,
    summary: 'What a person decided about this task, as the gate hears it.',
  })
  return 'created'
}

async function isKept(
  github: GitHub,
  repository: RepositoryName,
  app: AppIdentity,
  { on, id }: { readonly on: Sha; readonly id: string },
): Promise<boolean> {
  const filters = { check_name: DECISION_CHECK, app_id: app.id, filter: 'all' as const, per_page: PAGE }
  const asked = { ...repository, ref: on, ...filters }
  const read = async (page: number) => (await github.request(LIST, { ...asked, page })).data.check_runs
  const own = await findPaged(read, (check) => check.app?.id === app.id && check.external_id === id, MAX_PAGES)
  // Better kept twice than not at all: it decides no more.
  return own !== null && own !== 'too-many'
}
