/** Offers the gate to a repository, where the settings of the organisation ask for it. */
import type { RepositoryRef } from '../../core/model/event.ts'
import type { TrustedWorkflow } from '../../github/read/evidence/token.ts'
import { isInvalid, type ReadOrganisation } from '../../github/read/organisation/organisation.ts'
import { type GitHub, getName } from '../../github/routes.ts'
import { orNull } from '../../github/status.ts'
import { openOnboarding } from '../../github/write/onboard.ts'
import { toOnboarding } from '../../render/onboarding.ts'
import { ACTION, WORKFLOW_PATH } from '../../render/workflow-file.ts'

/** @throws GateError for a refusal of GitHub */
export type Onboard = (github: GitHub, repository: RepositoryRef) => Promise<void>

/** @param workflows the trusted ones: the first is offered */
export function createOnboarding(readOrganisation: ReadOrganisation, workflows: readonly TrustedWorkflow[]): Onboard {
  const onboarding = toOnboarding(toUses(workflows[0]))
  return async (github, repository) => {
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

const NAMED = `/${WORKFLOW_PATH}`

/** A workflow of another name was not written by `init`. */
function toUses(workflow: TrustedWorkflow | undefined): string {
  const ref = workflow?.sha ?? workflow?.ref?.replace(/^refs\/(?:tags|heads)\//, '')
  if (workflow?.path.endsWith(NAMED) !== true || ref === undefined) return ACTION
  return `${workflow.path.slice(0, -NAMED.length)}@${ref}`
}
