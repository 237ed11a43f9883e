/** Asks GitHub, with the reader's own token, what the reader may read. Answers count for a minute. */
import { createHash } from 'node:crypto'
import { connect } from '../../github/connect.ts'
import type { GitHub, RepositoryName } from '../../github/routes.ts'
import { getStatus, isForbidden, UNAUTHORIZED } from '../../github/status.ts'

/** A repository that the reader may read now. */
export interface ReadableRepository {
  /** GitHub's id: a name may belong to another repository tomorrow. */
  readonly id: string
  /** `owner/repo`, as GitHub spells it. */
  readonly name: string
  readonly defaultBranch: string
}

export interface ReaderAccess {
  /** Null: it does not exist, or the reader may not read it. `signed-out`: GitHub does not know the token any more. */
  readonly repository: (token: string, name: RepositoryName) => Promise<ReadableRepository | null | 'signed-out'>
  readonly github: (token: string) => GitHub
}

/** ReaderAccess that GitHub withdraws ends here after this time. */
const FRESH_MS = 60_000
const MAX_KNOWN = 10_000

interface Known {
  readonly at: number
  readonly answer: ReadableRepository | null
}

export function openAccess(baseUrl: string, now: () => number): ReaderAccess {
  const known = new Map<string, Known>()
  const github = (token: string) => connect({ token, baseUrl, asker: 'person' })
  return {
    github,
    repository: async (token, { owner, repo }) => {
      const name = { owner, repo }
      const key = `${createHash('sha256').update(token).digest('base64url')} ${owner}/${repo}`.toLowerCase()
      const before = known.get(key)
      if (before !== undefined && now() - before.at < FRESH_MS) return before.answer
      const answer = await readRepository(github(token), name)
      known.delete(key)
      if (answer === 'signed-out') return answer
      known.set(key, { at: now(), answer })
      const [oldest] = known.keys()
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
      return answer
    },
  }
}

async function readRepository(github: GitHub, name: RepositoryName): Promise<ReadableRepository | null | 'signed-out'> {
  try {
    const { data } = await github.request('GET /repos/{owner}/{repo}', name)
    return { id: String(data.id), name: data.full_name, defaultBranch: data.default_branch }
  } catch (error) {
    if (getStatus(error) === UNAUTHORIZED) return 'signed-out'
    if (isForbidden(error)) return null
    throw error
  }
}
