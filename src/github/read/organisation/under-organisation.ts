/** Applies the settings of the owner to a pull request: the App decides with them, whatever a job reported. */
import { type Organisation, toDecidingPolicy } from '../../../config/organisation.ts'
import type { PullRequestFacts, PullRequestProblem } from '../../../core/model/pull-request.ts'
import { type AppIdentity, type GitHub, getLogin, type RepositoryName } from '../../routes.ts'
import { organisationTexts } from '../../texts.ts'
import type { ReadConfig } from '../pull-request/base-config.ts'
import { isInvalid, type ReadOrganisation } from './organisation.ts'

interface Judged extends Pick<PullRequestFacts, 'evidence' | 'problem'> {
  readonly notes: readonly string[]
  /** Logins among the authors that count as agents. */
  readonly agents: readonly string[]
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
  const bots = findAgentAccounts([], authors, getLogin(app))
  if (evidence.kind !== 'found') return { evidence, problem, notes: [], agents: bots }
  try {
    const organisation = await readOrganisation(github, name.owner)
    if (organisation === null) return { evidence, problem, notes: [], agents: bots }
    const { config } = await readConfig(github, name, evidence.facts.base)
    const agents = findAgentAccounts(organisation.agentAccounts, authors, getLogin(app))
    const policy = toDecidingPolicy(config.policy, evidence.facts.policy)
    return {
      evidence: { kind: 'found', facts: { ...evidence.facts, policy } },
      problem: problem ?? findRefusedAgent(organisation, agents),
      notes: [organisationTexts.apply(organisation.file)],
      agents,
    }
  } catch (error) {
    if (!isInvalid(error)) throw error
    const invalid = {
      code: 'organisation-invalid',
      title: organisationTexts.invalidTitle,
      message: organisationTexts.invalid(`${error.message.replaceAll('\n', '; ')} ${error.suggestion.text}`),
    } as const
    return { evidence, problem: problem ?? invalid, notes: [], agents: bots }
  }
}

/** Logins differ in more than capitals. GitHub gives brackets to bots alone. */
function findAgentAccounts(accounts: readonly string[], authors: readonly string[], own: string): readonly string[] {
  const named = accounts.map((login) => login.toLowerCase())
  return authors.filter((login) => login !== own && (login.endsWith('[bot]') || named.includes(login.toLowerCase())))
}

function findRefusedAgent({ agents, file }: Organisation, found: readonly string[]): PullRequestProblem | null {
  const allowed = agents?.map((login) => login.toLowerCase())
  const refused = found.find((login) => allowed?.includes(login.toLowerCase()) === false)
  if (refused === undefined) return null
  return {
    code: 'agent-refused',
    title: organisationTexts.refusedTitle(refused),
    message: organisationTexts.refused(refused, file),
  }
}
