/** The context of the gate that is independent of a pull request. */
import type { RecordEntry } from '../../core/model/audit.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { TrustPolicy } from '../../core/model/config.ts'
import type { GateEvent, RepositoryRef } from '../../core/model/event.ts'
import type { KeepPull } from '../../core/status/pull-record.ts'
import { toDigest } from '../../evidence/digest.ts'
import type { TrustLevel } from '../../evidence/document.ts'
import { createReadOnce } from '../../github/read/evidence/read-once.ts'
import { createSeenRuns, type SeenRuns } from '../../github/read/evidence/seen-runs.ts'
import { createKeySet, getIssuer, type TrustedWorkflow, verifyToken } from '../../github/read/evidence/token.ts'
import type { Trust } from '../../github/read/evidence/trust.ts'
import type { IsEnabled } from '../../github/read/organisation/enabled.ts'
import type { ReadOrganisation } from '../../github/read/organisation/organisation.ts'
import type { ReadConfig } from '../../github/read/pull-request/base-config.ts'
import { cacheTrees } from '../../github/read/pull-request/github-tree.ts'
import type { AppIdentity, GitHub } from '../../github/routes.ts'
import type { CommandOptions } from './command-context.ts'
import type { PullRequestEvaluation } from './evaluation.ts'
import type { Locks } from './locks.ts'
import type { Onboard } from './onboard.ts'

/** The parts of a queued job that the gate reads. */
export interface GateJob {
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

export interface RequestOptions extends CommandOptions {
  readonly context: GateContext
  /**
   * Evaluates a pull request: reads it, decides, and writes the differences. Runs before a command, for its facts, and
   * after it.
   */
  readonly evaluate: (pullRequest: number, head?: Sha) => Promise<PullRequestEvaluation>
}

/**
 * Executes a person's request. Problems of that person are reported in the reply and not thrown. @returns pull requests
 * that it opened or changed, which the worker evaluates under their own keys
 */
type HandleRequest = (options: RequestOptions) => Promise<readonly GateEvent[]>

export interface GateContext {
  readonly app: AppIdentity
  /** Absent: those of this process. */
  readonly locks?: Locks
  /** Stores an entry of the audit log; absent: there is none. */
  readonly record?: RecordEntry
  /** Stores what the pages show; absent: there are no pages. */
  readonly keepPull?: KeepPull
  /** Where the pages are, without a trailing slash; absent: there are none, and checks lead to their run. */
  readonly pagesUrl?: string
  /** Returns the trusted workflows of a repository. Its id has decimal digits. */
  readonly trustIn: (repositoryId: string) => Trust
  readonly readConfig: ReadConfig
  /** Absent: no owner has settings. */
  readonly readOrganisation?: ReadOrganisation
  /** Absent: the gate is on wherever the App is installed. */
  readonly isEnabled?: IsEnabled
  /** Absent: no repository gets an onboarding pull request. */
  readonly onboard?: Onboard
  /** Absent: no run is known. */
  readonly seenRuns?: SeenRuns
  readonly handleRequest: HandleRequest
}

export interface ContextOptions
  extends Pick<GateContext, 'app' | 'handleRequest' | 'readConfig' | 'readOrganisation' | 'locks'> {
  /** Null or absent: there are no pages. */
  readonly pages?: { readonly url: string } | null
  /** `https://github.com` */
  readonly serverUrl: string
  /** The trusted reusable workflows; an empty list trusts none. */
  readonly workflows: readonly TrustedWorkflow[]
  /** The minimal level of evidence, except from forks; attested by default. */
  readonly minimum?: Extract<TrustLevel, 'attested' | 'verified-run'>
  readonly allowsSelfHosted?: boolean
  /** False: no configuration of a repository can make the App accept weaker evidence. */
  readonly allowsWeaker?: boolean
}

/** The pull request to evaluate, and the means. */
export interface EvaluationTarget {
  readonly github: GitHub
  readonly repository: RepositoryRef
  readonly number: number
  /** Where it is expected to be. */
  readonly head?: Sha | undefined
  readonly context: GateContext
}

type Accepted = Required<Pick<ContextOptions, 'minimum' | 'allowsSelfHosted'>>

/** Returns the weaker demands of a base's configuration; null where it asks for nothing weaker. */
function weaken(accepted: Accepted, { level, runners }: TrustPolicy): Accepted | null {
  const weaker = {
    minimum: level === 'verified-run' ? level : accepted.minimum,
    allowsSelfHosted: accepted.allowsSelfHosted || runners === 'any',
  }
  const isSame = weaker.minimum === accepted.minimum && weaker.allowsSelfHosted === accepted.allowsSelfHosted
  return isSame ? null : weaker
}

const TRUST_DIGEST_LENGTH = 16
/** Increase it when the reasons to trust evidence change. Stored evidence is then verified again. */
const BINDING = 2

/** Creates the context once per process. It caches keys of the issuer and trees of commits, and remembers runs. */
export function makeContext({ app, locks, pages, ...options }: ContextOptions): GateContext {
  const { handleRequest, readConfig, readOrganisation } = options
  const { workflows, minimum = 'attested', allowsSelfHosted = false, allowsWeaker = true } = options
  const issuer = getIssuer(options.serverUrl)
  const keys = createKeySet(issuer)
  const trees = cacheTrees()
  const readOnce = createReadOnce()
  const toTrust = (repositoryId: string, accepted: Accepted): Trust => ({
    workflows: workflows.map(({ path }) => path),
    minimum: accepted.minimum,
    trees,
    digest: toDigest({ workflows, ...accepted, issuer, binding: BINDING }).slice(0, TRUST_DIGEST_LENGTH),
    readOnce,
    weakened: (wanted) => {
      const weaker = allowsWeaker ? weaken(accepted, wanted) : null
      return weaker && toTrust(repositoryId, weaker)
    },
    verifyToken: (token, expected) =>
      verifyToken(token, { ...expected, issuer, repositoryId, workflows, ...accepted }, keys),
  })
  const trustIn = (repositoryId: string) => toTrust(repositoryId, { minimum, allowsSelfHosted })
  const given = { ...(readOrganisation && { readOrganisation }), ...(locks && { locks }) }
  return {
    app,
    handleRequest,
    trustIn,
    readConfig,
    seenRuns: createSeenRuns(),
    ...given,
    ...(pages && { pagesUrl: pages.url }),
  }
}
