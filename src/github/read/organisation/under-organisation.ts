/** Applies the settings of the owner to a pull request: the App decides with them, whatever a job reported. */
import { type Organisation, toDecidingPolicy } from '../../../config/organisation.ts'
import type { PullRequestFacts, PullRequestProblem } from '../../../core/model/pull-request.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import type { ReadConfig } from '../pull-request/base-config.ts'
import { isInvalid, type ReadOrganisation } from './organisation.ts'
import { organisationTexts } from './texts.ts'

interface Judged extends Pick<PullRequestFacts, 'evidence' | 'problem'> {
  readonly notes: readonly string[]
}

interface OrganisationOptions {
  readonly app: AppIdentity
  readonly readOrganisation: ReadOrganisation
  readonly readConfig: ReadConfig
  /** Logins of everyone who opened the pull request or authored its commits. */
  readonly authors: readonly string[]
}

/** Without evidence nothing is decided, so nothing is read. @throws GateError for a refusal of GitHub */
export async function underOrganisation(
  github: GitHub,
  name: RepositoryName,
  { evidence, problem }: Pick<PullRequestFacts, 'evidence' | 'problem'>,
  { app, readOrganisation, readConfig, authors }: OrganisationOptions,
): Promise<Judged> {
  if (evidence.kind !== 'found') return { evidence, problem, notes: [] }
  try {
    const organisation = await readOrganisation(github, name.owner)
    if (organisation === null) return { evidence, problem, notes: [] }
    const { config } = await readConfig(github, name, evidence.facts.base)
    const policy = toDecidingPolicy(config.policy, evidence.facts.policy)
    return {
      evidence: { kind: 'found', facts: { ...evidence.facts, policy } },
      problem: problem ?? findRefusedAgent(organisation, authors, getLogin(app)),
      notes: [organisationTexts.apply(organisation.file)],
    }
  } catch (error) {
    if (!isInvalid(error)) throw error
    const invalid = {
      code: 'organisation-invalid',
      title: organisationTexts.invalidTitle,
      message: organisationTexts.invalid(error.message.replaceAll('\n', '; ')),
    } as const
    return { evidence, problem: problem ?? invalid, notes: [] }
  }
}

/** Logins differ in more than capitals. GitHub gives brackets to bots alone. */
function findRefusedAgent(
  { agents, file }: Organisation,
  authors: readonly string[],
  own: string,
): PullRequestProblem | null {
  const allowed = [own, ...(agents ?? [])].map((login) => login.toLowerCase())
  const refused = authors.find((login) => login.endsWith('[bot]') && !allowed.includes(login.toLowerCase()))
  if (agents === null || refused === undefined) return null
  return {
    code: 'agent-refused',
    title: organisationTexts.refusedTitle(refused),
    message: organisationTexts.refused(refused, file),
  }
}
