/** Reads the settings of an owner from the repository `.github`, once in five minutes for all repositories together. */
import { ORGANISATION_PATH, type Organisation, parseOrganisation } from '../../../config/organisation.ts'
import { organisationLost } from '../../../core/errors/github.ts'
import { GateError } from '../../../core/model/errors.ts'
import { RULE_LEVELS } from '../../../core/rules/index.ts'
import type { GitHub } from '../../routes.ts'
import { orNull } from '../../status.ts'
import { decodeContents } from '../pull-request/contents.ts'

/**
 * Null: the owner has none, or the App may not read them. @throws GateError `bad-config`, `limit-exceeded`, and for a
 * refusal of GitHub: settings are never guessed
 */
export type ReadOrganisation = (github: GitHub, owner: string) => Promise<Organisation | null>

export const NO_ORGANISATION: ReadOrganisation = async () => null

/** A change counts after this time. */
const FRESH_MS = 300_000
/** Bound on the cached owners. */
const MAX_OWNERS = 5_000

interface Known {
  readonly at: number
  readonly found: Promise<Organisation | GateError | null>
}

interface OrganisationsOptions {
  readonly now?: () => number
  /** Logins of owners whose settings must be readable: without them nothing of theirs passes. */
  readonly expected: readonly string[]
}

/** Returns a reader with a cache. */
export function cacheOrganisations({ now = Date.now, expected }: OrganisationsOptions): ReadOrganisation {
  const logins = new Set(expected.map((login) => login.toLowerCase()))
  const known = new Map<string, Known>()
  return async (github, owner) => {
    const key = owner.toLowerCase()
    const before = known.get(key)
    const isFresh = before !== undefined && now() - before.at < FRESH_MS
    const found = isFresh ? before.found : readOrganisation(github, owner, logins.has(key)).catch(orMistake)
    if (!isFresh) {
      known.delete(key)
      known.set(key, { at: now(), found })
      found.catch(() => known.delete(key))
      const [oldest] = known.keys()
      if (known.size > MAX_OWNERS && oldest !== undefined) known.delete(oldest)
    }
    const organisation = await found
    if (organisation instanceof GateError) throw organisation
    return organisation
  }
}

/** An invalid file stays invalid; everything else is read again. */
function orMistake(error: unknown): GateError {
  if (isInvalid(error)) return error
  throw error
}

export function isInvalid(error: unknown): error is GateError {
  return error instanceof GateError && (error.code === 'bad-config' || error.code === 'limit-exceeded')
}

/** GitHub answers the same for a file that is missing, and for a repository that the App may not read. */
async function readOrganisation(github: GitHub, owner: string, isExpected: boolean): Promise<Organisation | null> {
  const place = { owner, repo: '.github', path: ORGANISATION_PATH }
  const answer = await orNull(github.request('GET /repos/{owner}/{repo}/contents/{path}', place))
  const text = answer === null ? null : decodeContents(answer.data, ORGANISATION_PATH)
  if (text === null && isExpected) throw organisationLost(owner, ORGANISATION_PATH)
  if (text === null) return null
  return parseOrganisation(text, { file: `${owner}/.github/${ORGANISATION_PATH}`, levels: RULE_LEVELS })
}
