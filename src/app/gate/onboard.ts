/** Offers the gate to a repository, where the settings of the organisation ask for it. */
import type { RepositoryRef } from '../../core/model/event.ts'
import type { TrustedWorkflow } from '../../github/read/evidence/token.ts'
import { isInvalid, type ReadOrganisation } from '../../github/read/organisation/organisation.ts'
import { type GitHub, getName } from '../../github/routes.ts'
import { orNull } from '../../github/status.ts'
import { openOnboarding } from '../../github/write/onboard.ts'
import { toOnboarding } from '../../render/onboarding.ts'

/** @throws GateError for a refusal of GitHub */
export type Onboard = (github: GitHub, repository: RepositoryRef) => Promise<void>

/** @param workflows the trusted ones: the first is offered */
export function createOnboarding(readOrganisation: ReadOrganisation, workflows: readonly TrustedWorkflow[]): Onboard {
  const [first] = workflows
  const onboarding = first && toOnboarding(toUses(first))
  return async (github, repository) => {
    if (onboarding === undefined) return
    const name = getName(repository)
    const organisation = await readOrganisation(github, name.owner).catch(orNothing)
    if (organisation?.onboarding !== 'pull-request') return
    const place = { ...name, path: onboarding.config.path }
    const existing = await orNull(github.request('GET /repos/{owner}/{repo}/contents/{path}', place))
    if (existing === null) await openOnboarding(github, name, onboarding)
  }
}

/** Nothing is offered by an invalid file; the checks of pull requests name its mistakes. */
function orNothing(error: unknown): null {
  if (isInvalid(error)) return null
  throw error
}

/** The repository and commit, branch or tag of a trusted workflow. */
function toUses({ path, sha, ref }: TrustedWorkflow): string {
  return `${path.split('/').slice(0, 2).join('/')}@${sha ?? ref?.replace(/^refs\/(?:tags|heads)\//, '')}`
}
