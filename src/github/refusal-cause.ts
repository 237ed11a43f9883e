/**
 * Finds the cause of a refusal in what GitHub answered. Statuses, fields, addresses and what a second reading shows come
 * before GitHub's words, which are matched here and nowhere else. No words of ours are.
 */
import type { Route } from './routes.ts'
import { NOT_FOUND, UNAUTHORIZED } from './status.ts'
import type { RefusalCause } from './texts.ts'

/** What a second reading showed of the place of a refused write. */
export interface Surroundings {
  readonly repository: 'open' | 'archived' | 'disabled' | 'not-shown'
  /** Absent: the write is not about a conversation. */
  readonly isLocked?: boolean
}

/** A request that GitHub refused for good, and the parts of the answer that tell why. */
export interface RefusedRequest {
  readonly route: Route
  readonly status: number
  /** GitHub's own words. */
  readonly message: string
  /** The address of the documentation that GitHub names; empty: it names none. */
  readonly page: string
  /** The path that was refused. Before a request the client may ask for a token. */
  readonly address: string
  /** The fields of the request that GitHub names, such as `base`. */
  readonly fields: readonly string[]
  /** GitHub names a block, such as `{ "reason": "dmca" }`. */
  readonly isBlocked: boolean
  /** The organisation demands single sign-on of this token. */
  readonly demandsSignOn: boolean
  /** Null: they were not read. */
  readonly surroundings: Surroundings | null
}

interface Sign {
  readonly cause: RefusalCause
  readonly isShown: (refused: RefusedRequest) => boolean
}

const FORBIDDEN = 403
const CONFLICT = 409
const GONE = 410
const INVALID = 422
const LEGAL = 451

const NEW_TOKEN = /\/app\/installations\/\d+\/access_tokens$/
const NEW_PULL: Route = 'POST /repos/{owner}/{repo}/pulls'
const COMPARE: Route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
const FILE: Route = 'PUT /repos/{owner}/{repo}/contents/{path}'
/** Writes that move a branch. */
const TO_BRANCHES: readonly Route[] = [
  'POST /repos/{owner}/{repo}/git/refs',
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}',
  FILE,
]

const says =
  (words: RegExp) =>
  ({ status, message }: RefusedRequest) =>
    status === FORBIDDEN && words.test(message)

/** The first that is shown counts. All conversations of an archived repository are locked. */
const SIGNS: readonly Sign[] = [
  { cause: 'token-invalid', isShown: ({ status }) => status === UNAUTHORIZED },
  // https://github.com/github/rest-api-description/issues/3314 and https://github.com/caarlos0/fork-cleaner/issues/99
  { cause: 'repository-blocked', isShown: ({ status, isBlocked }) => isBlocked || status === LEGAL },
  // https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
  { cause: 'single-sign-on', isShown: ({ status, demandsSignOn }) => status === FORBIDDEN && demandsSignOn },
  { cause: 'repository-archived', isShown: ({ surroundings }) => surroundings?.repository === 'archived' },
  { cause: 'repository-disabled', isShown: ({ surroundings }) => surroundings?.repository === 'disabled' },
  // An answer with 403 shows that the repository is there.
  {
    cause: 'repository-not-shown',
    isShown: ({ status, surroundings }) => status === NOT_FOUND && surroundings?.repository === 'not-shown',
  },
  // https://github.com/r-universe-org/help/issues/247
  { cause: 'repository-archived', isShown: says(/\brepository was archived\b/i) },
  // https://github.com/probot/stale/issues/25
  {
    cause: 'conversation-locked',
    isShown: ({ status, page, surroundings }) =>
      status === FORBIDDEN && (surroundings?.isLocked === true || page.includes('locking-conversations')),
  },
  { cause: 'conversation-locked', isShown: says(/\bissue is locked\b/i) },
  // https://github.com/aquasecurity/trivy/issues/10567
  { cause: 'address-not-allowed', isShown: says(/\bIP allow list\b/i) },
  // https://github.com/hcengineering/platform/issues/7639
  {
    cause: 'installation-suspended',
    isShown: ({ status, address }) => status === FORBIDDEN && NEW_TOKEN.test(address),
  },
  // https://github.com/octokit/octokit.rb/blob/main/spec/octokit/client_spec.rb
  { cause: 'installation-suspended', isShown: says(/\binstallation\b.*\bsuspended\b/i) },
  { cause: 'installation-missing', isShown: ({ status, address }) => status === NOT_FOUND && NEW_TOKEN.test(address) },
  // https://github.com/iterative/cml/issues/619
  {
    cause: 'base-missing',
    isShown: ({ route, status, fields }) => status === INVALID && route === NEW_PULL && fields.includes('base'),
  },
  // https://github.com/trilom/file-changes-action/issues/138
  { cause: 'base-missing', isShown: ({ route, status }) => status === NOT_FOUND && route === COMPARE },
  // https://github.com/github/rest-api-description/issues/4887
  { cause: 'ref-refused', isShown: ({ route, status }) => status === INVALID && TO_BRANCHES.includes(route) },
  { cause: 'ref-refused', isShown: ({ route, status }) => status === CONFLICT && route === FILE },
  // https://github.com/github/docs/issues/31951
  { cause: 'repository-empty', isShown: ({ status }) => status === CONFLICT },
  { cause: 'deleted', isShown: ({ status }) => status === GONE },
  { cause: 'permission-missing', isShown: ({ status }) => status === FORBIDDEN },
  { cause: 'not-found', isShown: ({ status }) => status === NOT_FOUND },
]

/** Returns the cause. Without a sign GitHub does not accept what was sent. */
export function findRefusalCause(refused: RefusedRequest): RefusalCause {
  return SIGNS.find(({ isShown }) => isShown(refused))?.cause ?? 'content-refused'
}
