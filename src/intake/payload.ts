/** Schemas of the parts of event payloads that the Action reads, with bounds. Everything else is dropped. */
import * as z from 'zod/mini'
import { badEvent } from '../core/errors/github.ts'
import { WHOLE_SHA } from '../core/model/commit.ts'

/** GitHub limits a ref to 255 bytes. */
const MAX_BRANCH_BYTES = 255
const MAX_REF = 512
const MAX_SHOWN = 100
const HEADS = 'refs/heads/'
/**
 * Matches names that `git check-ref-format` refuses for branches. Renderings escape bidirectional marks, which are
 * allowed.
 */
const NO_BRANCH = /^[-/]|[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|[/.]$|^@?$/

/**
 * zod/mini has no error messages unless a locale is loaded. It is used because every start of the Action loads this
 * module.
 */
const { localeError } = z.locales.en()

const sha = z.string().check(z.regex(WHOLE_SHA, 'is not a commit id'))
const branch = z.string().check(z.maxLength(MAX_BRANCH_BYTES), z.refine(isBranch, 'is not a branch name'))
const fullRef = z.string().check(z.startsWith(HEADS), z.maxLength(MAX_REF))
const id = z.int().check(z.positive())
const repository = z.object({
  id,
  full_name: z.string().check(z.regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'is not an owner/name')),
  default_branch: branch,
})

export const pullRequestPayload = z.object({
  repository,
  pull_request: z.object({
    number: id,
    base: z.object({ ref: branch, sha, repo: z.object({ id }) }),
    head: z.object({ ref: branch, sha, repo: z.nullable(z.object({ id })) }),
  }),
})

export const pushPayload = z.object({
  repository,
  ref: z.string().check(z.maxLength(MAX_REF)),
  after: sha,
  deleted: z._default(z.boolean(), false),
})

export const mergeGroupPayload = z.object({
  repository,
  action: z.string().check(z.maxLength(MAX_SHOWN)),
  merge_group: z.object({ base_sha: sha, base_ref: fullRef, head_sha: sha, head_ref: fullRef }),
})

export const dispatchPayload = z.object({ repository })
export const dispatchVariables = z.object({
  GITHUB_SHA: sha,
  GITHUB_REF: z.string().check(z.maxLength(MAX_REF)),
})

/** Parses `payload` with `schema`. @throws GateError `bad-event` that names the first invalid field */
export function read<T>(schema: z.ZodMiniType<T>, payload: unknown): T {
  const read_ = schema.safeParse(payload, { error: localeError })
  if (read_.success) return read_.data
  const [issue] = read_.error.issues
  const place = issue === undefined || issue.path.length === 0 ? 'The payload' : issue.path.map(String).join('.')
  throw badEvent(place, shown(issue?.message ?? 'cannot be read', 200))
}

/** Returns the branch of a full ref; null for tags and other refs. @throws GateError `bad-event` */
export function getBranch(ref: string, place: string): string | null {
  if (!ref.startsWith(HEADS)) return null
  const name = ref.slice(HEADS.length)
  if (!isBranch(name)) throw badEvent(place, 'is not a branch ref')
  return name
}

/** Returns a part of a payload for a message: one line, without control characters, truncated. */
export function shown(text: string, max = MAX_SHOWN): string {
  const line = text.slice(0, max * 4).replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ')
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}

export function isBranch(name: string): boolean {
  return !NO_BRANCH.test(name) && new TextEncoder().encode(name).length <= MAX_BRANCH_BYTES
}
