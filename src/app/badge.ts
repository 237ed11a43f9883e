/** Answers for the badge of a repository. Strangers may ask, so private repositories look like unknown ones. */
import { GATE_CHECK } from '../core/status/checks.ts'
import { readRequired } from '../github/read/protection/protection.ts'
import type { GitHub, RepositoryName } from '../github/routes.ts'
import { getStatus } from '../github/status.ts'
import { toBadge } from '../render/web/badge.ts'
import type { RequestClients } from './clients.ts'
import type { Clock } from './queue/clock.ts'

/** An SVG image; null: no public repository of this App; `busy`: ask again later. */
export type Badge = string | null | 'busy'
export type ReadBadge = (repository: RepositoryName) => Promise<Badge>

interface BadgeOptions {
  readonly clients: RequestClients
  readonly appId: number
  readonly clock: Clock
}

const FRESH_MS = 600_000
const MAX_KNOWN = 1000
/** Strangers must not spend the requests of the gate: at most this many badges a minute are read anew. */
const MAX_READ = 20
const MINUTE_MS = 60_000

/** Remembers each answer for ten minutes. */
export function createBadges(options: BadgeOptions): ReadBadge {
  const { clock } = options
  const known = new Map<string, { readonly badge: string | null; readonly at: number }>()
  let minute = { from: 0, count: 0 }
  return async (repository) => {
    const key = `${repository.owner}/${repository.repo}`.toLowerCase()
    const now = clock.now()
    const kept = known.get(key)
    if (kept !== undefined && now - kept.at < FRESH_MS) return kept.badge
    if (now - minute.from >= MINUTE_MS) minute = { from: now, count: 0 }
    minute.count += 1
    if (minute.count > MAX_READ) return kept?.badge ?? 'busy'
    const badge = await read(options, repository)
    known.delete(key)
    known.set(key, { badge, at: now })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return badge
  }
}

async function read({ clients, appId }: BadgeOptions, repository: RepositoryName): Promise<string | null> {
  const installation = await findInstallation(clients.app, repository)
  if (installation === null) return null
  const github = await clients.of(installation, 'routine')
  const { data } = await github.request('GET /repos/{owner}/{repo}', repository)
  if (data.private || data.visibility === 'internal') return null
  const required = await readRequired(github, repository, data.default_branch)
  return toBadge(required.some((check) => check.context === GATE_CHECK && check.appId === appId))
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
