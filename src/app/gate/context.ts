/** What the gate works with that is not of one pull request. */
import type { GateEvent, RepositoryRef } from '../../core/model/event.ts'
import { toDigest } from '../../evidence/digest.ts'
import type { TrustLevel } from '../../evidence/document.ts'
import type { DownloadOptions } from '../../github/read/evidence/download.ts'
import type { Trust } from '../../github/read/evidence/head-evidence.ts'
import { cacheRefusals } from '../../github/read/evidence/refusals.ts'
import { createKeySet, getIssuer, type TrustedWorkflow, verifyToken } from '../../github/read/evidence/token.ts'
import type { ReadConfig } from '../../github/read/pull-request/base-config.ts'
import { cacheTrees } from '../../github/read/pull-request/tree-cache.ts'
import type { AppIdentity } from '../../github/routes.ts'
import type { CommandAsk } from './command-context.ts'
import type { PullRequestEvaluation } from './evaluation.ts'

/** A letter of the inbox, as far as the gate reads it. */
export interface GateJob {
  readonly repository: RepositoryRef
  readonly event: GateEvent
}

export interface RequestAsk extends CommandAsk {
  readonly context: GateContext
  /** Reads a pull request anew, decides, and writes what differs: before a command, for its facts, and after it. */
  readonly look: (pullRequest: number) => Promise<PullRequestEvaluation>
}

/**
 * Runs what a person asked for; whatever goes wrong for the person is told there, and throws nothing.
 * @returns pull requests that it opened, or is for: whoever works on their numbers looks at them, and nobody else
 */
export type HandleRequest = (ask: RequestAsk) => Promise<readonly GateEvent[]>

export interface GateContext {
  readonly app: AppIdentity
  /** Whose judgement counts in a repository; its id is decimal digits. */
  readonly trustIn: (repositoryId: string) => Trust
  readonly readConfig: ReadConfig
  readonly handleRequest: HandleRequest
}

export interface ContextOptions extends Pick<GateContext, 'app' | 'handleRequest' | 'readConfig'> {
  /** `https://github.com` */
  readonly serverUrl: string
  /** The reusable workflows that judge; an empty list trusts none. */
  readonly workflows: readonly TrustedWorkflow[]
  /** Of evidence that is not from a fork; by default a token has to vouch for it. */
  readonly minimum?: Extract<TrustLevel, 'attested' | 'verified-run'>
  readonly allowsSelfHosted?: boolean
  readonly download?: DownloadOptions
}

const MAX_TERMS = 16
/** Counted up when evidence is believed for other reasons than before: what was kept is verified once more. */
const BINDING = 2

/** Made once for a process: keys of the issuer and trees of commits are remembered in it. */
export function makeContext({ app, handleRequest, readConfig, ...options }: ContextOptions): GateContext {
  const { workflows, minimum = 'attested', allowsSelfHosted = false, download } = options
  const issuer = getIssuer(options.serverUrl)
  const keys = createKeySet(issuer)
  const trees = cacheTrees()
  const refusals = cacheRefusals()
  const terms = toDigest({ workflows, minimum, allowsSelfHosted, issuer, binding: BINDING }).slice(0, MAX_TERMS)
  const trustIn = (repositoryId: string): Trust => ({
    workflows: workflows.map(({ path }) => path),
    minimum,
    trees,
    terms,
    refusals,
    verifyToken: (token, expected) =>
      verifyToken(token, { ...expected, issuer, repositoryId, workflows, allowsSelfHosted }, keys),
    ...(download === undefined ? {} : { download }),
  })
  return { app, handleRequest, trustIn, readConfig }
}
