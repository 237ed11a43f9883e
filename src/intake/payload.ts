/** The parts of GitHub's payloads that are read, with bounds; all the rest is dropped unread. */
import * as z from 'zod'
import { WHOLE_SHA } from '../core/commit.ts'
import { GateError } from '../core/errors.ts'

/** GitHub's limit of a ref, in bytes. */
const MAX_BRANCH_BYTES = 255
const MAX_REF = 512
const MAX_SHOWN = 100
const HEADS = 'refs/heads/'
/** What `git check-ref-format` refuses in a branch; bidi marks and the like are legal there, and renderings escape them. */
const NO_BRANCH = /^[-/]|[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|[/.]$|^@?$/

const sha = z.string().regex(WHOLE_SHA, 'is no commit id')
const branch = z.string().max(MAX_BRANCH_BYTES).refine(isBranch, 'is no name of a branch')
const id = z.int().positive()
const repository = z.object({
  id,
  full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'is no owner/name'),
  default_branch: branch,
})

export const pullRequestPayload = z.object({
  repository,
  pull_request: z.object({
    number: id,
    base: z.object({ ref: branch, sha, repo: z.object({ id }) }),
    head: z.object({ ref: branch, sha, repo: z.object({ id }).nullable() }),
  }),
})

export const pushPayload = z.object({
  repository,
  ref: z.string().max(MAX_REF),
  after: sha,
  deleted: z.boolean().default(false),
})

export const mergeGroupPayload = z.object({
  repository,
  action: z.string().max(MAX_SHOWN),
  merge_group: z.object({
    base_sha: sha,
    base_ref: z.string().startsWith(HEADS).max(MAX_REF),
    head_sha: sha,
    head_ref: z.string().startsWith(HEADS).max(MAX_REF),
  }),
})

export const dispatchPayload = z.object({ repository })
export const dispatchVariables = z.object({ GITHUB_SHA: sha, GITHUB_REF: z.string().max(MAX_REF) })

/** Reads `payload` by its schema. @throws GateError `bad-event` that names the first wrong place. */
export function read<T>(schema: z.ZodType<T>, payload: unknown): T {
  const read_ = schema.safeParse(payload)
  if (read_.success) return read_.data
  const [issue] = read_.error.issues
  const place = issue === undefined || issue.path.length === 0 ? 'The payload' : issue.path.map(String).join('.')
  throw badEvent(place, issue?.message ?? 'cannot be read')
}

/** The branch that a full ref names; null for tags and everything else that is no branch. @throws GateError `bad-event` */
export function branchOf(ref: string, place: string): string | null {
  if (!ref.startsWith(HEADS)) return null
  const name = ref.slice(HEADS.length)
  if (!isBranch(name)) throw badEvent(place, 'names no branch')
  return name
}

export function badEvent(place: string, what: string): GateError {
  return new GateError(
    'bad-event',
    `The event is not what GitHub sends: ${place}: ${shown(what, 200)}`,
    'Run the action in a job that GitHub itself started, and let no earlier step write to GITHUB_EVENT_PATH.',
  )
}

/** A piece of a payload in a message: one line, no control characters, cut. */
export function shown(text: string, max = MAX_SHOWN): string {
  const line = text.slice(0, max * 4).replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ')
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`
}

function isBranch(name: string): boolean {
  return !NO_BRANCH.test(name) && new TextEncoder().encode(name).length <= MAX_BRANCH_BYTES
}
