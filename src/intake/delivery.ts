/** Schemas of the parts of webhook payloads that the App reads, with bounds. Everything else is dropped. */
import * as z from 'zod'

/** GitHub logins have at most 39 characters; bots add the suffix `[bot]`. */
const LOGIN = /^[\w.-]{1,100}(?:\[bot\])?$/
const NAME = /^[\w.-]{1,100}$/
const FULL_NAME = /^[\w.-]{1,100}\/[\w.-]{1,100}$/
const MAX_REF = 512
/** Bound on the characters of a comment. Longer comments are truncated before they are stored. */
const MAX_BODY = 300_000
/** Bound on the repositories of one delivery. An installation may have more; the periodic sweep finds those. */
const MAX_REPOSITORIES = 1000
/** Bound on the pull requests of one branch. */
const MAX_PULLS = 1000
/** GitHub limits the identifier of a check run button to 20 characters. */
const MAX_IDENTIFIER = 20

const id = z.int().positive()
const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'is not a commit id')
const name = z.string().regex(NAME, 'is not a name')
const ref = z.string().startsWith('refs/heads/').max(MAX_REF)
const user = z.object({ login: z.string().regex(LOGIN, 'is not a login'), id, type: z.string().max(100) })
const byApp = z.object({ id }).nullish()
/** Reads the slug of an App. Values that are not slugs are not shown. */
const viaApp = z
  .object({
    id,
    slug: z
      .string()
      .regex(/^[\w.-]{1,100}$/)
      .catch('another App'),
  })
  .nullish()
const at = z.iso.datetime({ offset: true })

/** The fields that every delivery to an App has, such as its installation. */
export const frame = z.object({
  installation: z.object({ id }).optional(),
  repository: z.object({ id, name, owner: z.object({ login: z.string().regex(LOGIN, 'is not a login') }) }).optional(),
  action: z.string().max(100).optional(),
})

export const numbered = z.object({ number: id })
export const labeled = z.object({ label: z.object({ name: z.string().max(1000) }), sender: user })
export const labeledPull = labeled.extend({ pull_request: numbered.extend({ updated_at: at }) })
export const labeledIssue = labeled.extend({ issue: numbered.extend({ updated_at: at }) })
export const pull = z.object({ pull_request: numbered.extend({ head: z.object({ sha }).optional() }) })

export const push = z.object({ ref: z.string().max(MAX_REF) })

export const comment = z.object({
  sender: user,
  issue: z.object({ number: id, pull_request: z.unknown().optional() }),
  comment: z.object({
    id,
    user: user.nullable(),
    body: z.string().max(MAX_BODY).nullish(),
    created_at: at,
    performed_via_github_app: viaApp,
  }),
})

export const checkRun = z.object({
  sender: user,
  check_run: z.object({ head_sha: sha, app: byApp }),
  requested_action: z.object({ identifier: z.string().max(MAX_IDENTIFIER) }).nullish(),
})
export const checkSuite = z.object({ sender: user, check_suite: z.object({ head_sha: sha, app: byApp }) })
const ofRun = numbered.extend({ head: z.object({ sha }), base: z.object({ repo: z.object({ id }) }) })
export const workflowRun = z.object({
  repository: z.object({ id }),
  workflow_run: z.object({
    id: id.optional(),
    run_attempt: z.int().positive().optional(),
    head_sha: sha,
    pull_requests: z.array(ofRun).max(MAX_PULLS).nullish(),
    head_repository: z.object({ id }).nullish(),
    actor: z.object({ type: z.string().max(100) }).nullish(),
  }),
})

export const mergeGroup = z.object({
  merge_group: z.object({ head_sha: sha, base_sha: sha, head_ref: ref, base_ref: ref }),
})

const repositories = z
  .array(z.object({ id, full_name: z.string().regex(FULL_NAME, 'is not an owner/name') }))
  .transform((all) => all.slice(0, MAX_REPOSITORIES))
export const installed = z.object({ repositories: repositories.nullish() })
export const added = z.object({ repositories_added: repositories })
