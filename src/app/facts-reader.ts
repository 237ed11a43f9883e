/** Reads what a decision was made from, for readers of the pages. Reading is bounded: events of the gate come first. */
import type { RepositoryRef } from '../core/model/event.ts'
import type { Facts } from '../core/model/facts.ts'
import { remember } from '../core/util/remember.ts'
import { readOwnChecks } from '../github/own-checks.ts'
import { toFacts } from '../github/read/evidence/head-evidence.ts'
import { findStoredEvidence } from '../github/read/evidence/stored-evidence.ts'
import { cacheOrganisations } from '../github/read/organisation/organisation.ts'
import { cacheConfigs } from '../github/read/pull-request/base-config.ts'
import { readPullRequest } from '../github/read/pull-request/pull-request.ts'
import { type AppIdentity, getName } from '../github/routes.ts'
import { findInstallation } from './badge.ts'
import type { RequestClients } from './clients.ts'
import { type EvaluationTarget, type GateContext, makeContext } from './gate/context.ts'
import { toReading } from './gate/read-head.ts'
import type { Clock } from './queue/clock.ts'
import type { Settings } from './settings.ts'

interface FactsQuery extends Omit<RepositoryRef, 'installationId'> {
  readonly number: number
}

/** Null: there is no evidence, or the App is not installed any more. `busy`: ask again in a minute. */
export type ReadFacts = (query: FactsQuery) => Promise<Facts | null | 'busy'>

interface FactsOptions {
  readonly settings: Omit<Settings, 'pages'>
  readonly clients: RequestClients
  readonly nameOf: () => Promise<AppIdentity>
  readonly clock: Clock
}

const MINUTE_MS = 60_000
/** Each costs about ten requests. */
const MAX_READ = 20
/** Each costs up to a tenth of a second. */
const MAX_ANSWERED = 60
/** Evidence may have megabytes. */
const MAX_KEPT = 8

/** Facts count for the minute in which they were read. */
export function createFactsReader({ settings, clients, nameOf, clock }: FactsOptions): ReadFacts {
  const readOrganisation = cacheOrganisations({ expected: settings.organisations })
  const reading = { readOrganisation, readConfig: cacheConfigs(readOrganisation), handleRequest: async () => [] }
  const known = remember<Facts | null | 'busy'>(MAX_KEPT, (facts) => facts !== 'busy')
  let opened: GateContext | null = null
  let minute = { n: 0, read: 0, answered: 0 }
  return async ({ id, owner, repo, number }) => {
    const n = Math.floor(clock.now() / MINUTE_MS)
    if (n > minute.n) minute = { n, read: 0, answered: 0 }
    minute.answered += 1
    if (minute.answered > MAX_ANSWERED) return 'busy'
    return known.get(`${id}#${number} ${n}`, async () => {
      minute.read += 1
      if (minute.read > MAX_READ) return 'busy'
      const installationId = await findInstallation(clients.app, { owner, repo })
      if (installationId === null) return null
      const github = await clients.of(installationId, 'routine')
      opened ??= makeContext({ ...settings, ...reading, app: await nameOf() })
      return readFacts({ github, repository: { installationId, id, owner, repo }, number, context: opened })
    })
  }
}

/**
 * Null: there is no valid evidence for the head. A closed pull request is judged by the evidence that the App stored; a
 * merged one, without the decisions of people. @throws GateError for a refusal of GitHub
 */
export async function readFacts(target: EvaluationTarget): Promise<Facts | null> {
  const { github, repository, number, context } = target
  const { page, facts, headChecks } = await readPullRequest(github, repository, number, toReading(target))
  const people = { pullRequest: number, decisions: facts.decisions }
  if (facts.evidence.kind === 'found') return { ...facts.evidence.facts, people }
  if (page.isOpen) return null
  const isRead = page.merged === null
  const checks = isRead
    ? headChecks
    : (await readOwnChecks(github, getName(repository), page.head, context.app.id)).checks
  const { baseBranch } = page
  const stored = findStoredEvidence(checks, { repositoryId: repository.id, pullRequest: number, baseBranch })
  return stored && { ...toFacts(stored), people }
}
