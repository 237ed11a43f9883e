/** Answers for the badge of a repository. Strangers may ask, so private repositories look like those that the App cannot read. */
import { GateError } from '../core/model/errors.ts'
import { GATE_CHECK } from '../core/status/checks.ts'
import { readRequired } from '../github/read/protection/protection.ts'
import type { GitHub, RepositoryName } from '../github/routes.ts'
import { getStatus } from '../github/status.ts'
import { toBadge } from '../render/web/badge.ts'
import type { RequestClients } from './clients.ts'
import type { Clock } from './queue/clock.ts'

/** An SVG image. */
export interface Badge {
  readonly svg: string
  /** False: the repository is private or not of this App, or GitHub does not say. */
  readonly isKnown: boolean
}
export type ReadBadge = (repository: RepositoryName) => Promise<Badge>

interface BadgeOptions {
  readonly clients: RequestClients
  readonly appId: number
  readonly clock: Clock
}

const UNKNOWN: Badge = { svg: toBadge('unknown'), isKnown: false }
const FRESH_MS = 600_000
const MAX_KNOWN = 1000
/** Strangers must not spend the requests of the gate: at most this many badges a minute are read anew. */
const MAX_READ = 20
const MINUTE_MS = 60_000

/** Remembers each answer for ten minutes, and for one minute that there was none. */
export function createBadges(options: BadgeOptions): ReadBadge {
  const { clock } = options
  const known = new Map<string, { readonly badge: Badge; readonly until: number }>()
  let minute = { from: 0, count: 0 }
  return async (repository) => {
    const key = `${repository.owner}/${repository.repo}`.toLowerCase()
    const now = clock.now()
    const kept = known.get(key)
    if (kept !== undefined && now < kept.until) return kept.badge
    if (now - minute.from >= MINUTE_MS) minute = { from: now, count: 0 }
    minute.count += 1
    if (minute.count > MAX_READ) return kept?.badge ?? UNKNOWN
    const answer = await read(options, repository).catch(orUnanswered)
    const badge = answer ?? UNKNOWN
    known.delete(key)
    known.set(key, { badge, until: now + (answer === null ? MINUTE_MS : FRESH_MS) })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return badge
  }
}

async function read({ clients, appId }: BadgeOptions, repository: RepositoryName): Promise<Badge> {
  const installation = await findInstallation(clients.app, repository)
  if (installation === null) return UNKNOWN
  const github = await clients.of(installation, 'routine')
  const { data } = await github.request('GET /repos/{owner}/{repo}', repository)
  if (data.private || data.visibility === 'internal') return UNKNOWN
  const required = await readRequired(github, repository, data.default_branch)
  const isRequired = required.some((check) => check.context === GATE_CHECK && check.appId === appId)
  return { svg: toBadge(isRequired ? 'required' : 'not required'), isKnown: true }
}

/** Null: GitHub did not answer, or refused, as for the branch of an empty repository. */
function orUnanswered(error: unknown): null {
  if (error instanceof GateError) return null
  throw error
}

/** Null: this App is not installed there. */
export async function findInstallation(app: GitHub, repository: RepositoryName): Promise<number | null> {
  try {
    const { data } = await app.request('GET /repos/{owner}/{repo}/installation', repository)
    return data.id
  } catch (error) {
    if (getStatus(error) === 404) return null
    throw error
  }
}
