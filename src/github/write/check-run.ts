/** Writes the check run of a judged commit; never that of another commit, and never one that somebody else made. */

import type { Sha } from '../../core/model/commit.ts'
import type { CheckAnnotation, GateConclusion } from '../../core/status/checks.ts'
import { PAGE } from '../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../routes.ts'
import { ACTIONS, type Author, isApp } from './author.ts'
import { type ComparableText, clip, isSameText } from './same.ts'

export interface CheckRun {
  readonly name: string
  readonly output: { readonly title: string; readonly summary: string; readonly text: string | null }
  readonly conclusion: GateConclusion
  readonly annotations: readonly CheckAnnotation[]
  readonly detailsUrl: string
  /** Tells apart what cannot be seen in the texts: a digest of what was decided from. */
  readonly externalId: string
  /** Buttons beside it, at most three; only an App is told that they were pressed. */
  readonly actions?: readonly { readonly identifier: string; readonly label: string; readonly description: string }[]
}

export type Written = 'created' | 'updated' | 'unchanged'

/** GitHub takes this many in one request. */
const BATCH = 50
/** Five requests: nobody reads more, and every write counts against a limit. */
export const MAX_ANNOTATIONS = 250
/** Older check runs of ours on one commit, put right in one go; the next look goes on. */
const MAX_OLDER = 30
const MAX_TEXT_BYTES = 65_535

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'
export type ExistingCheck = Answer<typeof LIST>['data']['check_runs'][number]

export interface CheckTerms {
  /** What of its texts makes a difference; by default everything. */
  readonly essence?: ComparableText
  /** In whose name; by default GITHUB_TOKEN's. */
  readonly author?: Author
}

/**
 * @param head the commit that was judged, wherever its branch is now
 * @throws GateError as GitHub's refusal
 */
export async function writeCheckRun(
  github: GitHub,
  repository: RepositoryName,
  head: Sha,
  check: CheckRun,
  terms: CheckTerms = {},
): Promise<Written> {
  const { data } = await github.request(LIST, { ...repository, ref: head, check_name: check.name, per_page: PAGE })
  return putCheckRun(github, repository, { head, check, existing: data.check_runs }, terms)
}

export interface CheckPlace {
  readonly head: Sha
  readonly check: CheckRun
  /** What stands on the commit already, whoever wrote it. */
  readonly existing: readonly ExistingCheck[]
}

/** The same where it is known what stands there. @throws GateError as GitHub's refusal */
export async function putCheckRun(
  github: GitHub,
  repository: RepositoryName,
  { head, check, existing }: CheckPlace,
  { essence: comparableText, author = ACTIONS }: CheckTerms = {},
): Promise<Written> {
  const all = existing.filter((run) => isOwn(run, head, check, author)).toSorted((a, b) => Number(b.id) - Number(a.id))
  const [own] = all
  // Jobs share their App: what earlier ones said is theirs.
  const older = author.appId === null ? [] : all
  if (own !== undefined && isSame(own, check, comparableText)) return await align(github, repository, older, check)
  const [first = [], ...rest] = own !== undefined && keeps(own, check, author) ? [] : batches(check.annotations)
  // An update only adds annotations: those of an earlier judgement could not be taken away.
  const isFresh = own === undefined || (own.output.annotations_count > 0 && !keeps(own, check, author))
  const id = isFresh
    ? await create(github, repository, head, getBody(check, first))
    : await update(github, repository, Number(own.id), getBody(check, first))
  for (const batch of rest) await update(github, repository, id, getBody(check, batch))
  const others = older.filter((run) => Number(run.id) !== id)
  await align(github, repository, others, check)
  return isFresh ? 'created' : 'updated'
}

/** A head has one truth: no older check run of ours on it says another thing than the newest. */
async function align(
  github: GitHub,
  repository: RepositoryName,
  runs: readonly ExistingCheck[],
  check: CheckRun,
): Promise<Written> {
  const others = runs.filter(({ status, conclusion }) => status !== 'completed' || conclusion !== check.conclusion)
  for (const { id } of others.slice(0, MAX_OLDER)) await update(github, repository, Number(id), getBody(check, []))
  return others.length > 0 ? 'updated' : 'unchanged'
}

/** An App has one check run for each commit: where as many annotations are wanted as are there, they are those. */
function keeps({ output }: ExistingCheck, { annotations }: CheckRun, { appId }: Author): boolean {
  return appId !== null && output.annotations_count === annotations.length
}

type Body = ReturnType<typeof getBody>

async function create(github: GitHub, repository: RepositoryName, head: Sha, body: Body): Promise<number> {
  const { data } = await github.request(CREATE, { ...repository, head_sha: head, ...body })
  return Number(data.id)
}

async function update(github: GitHub, repository: RepositoryName, id: number, body: Body): Promise<number> {
  await github.request(UPDATE, { ...repository, check_run_id: id, ...body })
  return id
}

/** Jobs are check runs of the same App, and may have the same name: the id tells them apart. */
function isOwn(
  { name, head_sha, app, external_id }: ExistingCheck,
  head: Sha,
  check: CheckRun,
  author: Author,
): boolean {
  const isOurs = isApp(author, app) && external_id?.startsWith(`${check.name}:`) === true
  return isOurs && name === check.name && head_sha === head
}

/** The address may be another run's with the same result: that alone is no reason to write. */
function isSame(existing: ExistingCheck, check: CheckRun, comparableText?: ComparableText): boolean {
  const { output, annotations } = check
  const wanted = getBody(check, [])
  return (
    existing.status === 'completed' &&
    existing.conclusion === check.conclusion &&
    existing.external_id === wanted.external_id &&
    existing.output.annotations_count === Math.min(annotations.length, MAX_ANNOTATIONS) &&
    isSameText(existing.output.title, output.title) &&
    isSameText(existing.output.summary, wanted.output.summary, comparableText) &&
    isSameText(existing.output.text, wanted.output.text, comparableText)
  )
}

function getBody(check: CheckRun, annotations: readonly CheckAnnotation[]) {
  const { name, output, conclusion, detailsUrl, externalId, actions } = check
  return {
    ...(actions === undefined ? {} : { actions: [...actions] }),
    name,
    external_id: `${name}:${externalId}`,
    details_url: detailsUrl,
    status: 'completed' as const,
    conclusion,
    output: {
      title: output.title,
      summary: clip(output.summary, MAX_TEXT_BYTES),
      ...(output.text === null ? {} : { text: clip(output.text, MAX_TEXT_BYTES) }),
      ...(annotations.length === 0 ? {} : { annotations: [...annotations] }),
    },
  }
}

function batches(annotations: readonly CheckAnnotation[]): (readonly CheckAnnotation[])[] {
  const kept = annotations.slice(0, MAX_ANNOTATIONS)
  const count = Math.ceil(kept.length / BATCH)
  return Array.from({ length: count }, (_, i) => kept.slice(i * BATCH, (i + 1) * BATCH))
}
