/** Writes the check run of a judged commit. Check runs of other commits and authors are never changed. */

import type { Sha } from '../../core/model/commit.ts'
import type { CheckAnnotation, GateConclusion } from '../../core/status/checks.ts'
import { PAGE } from '../pages.ts'
import type { Answer, GitHub, RepositoryName } from '../routes.ts'
import { ACTIONS, type Author, isApp } from './author.ts'
import { isSameText, truncateText } from './same.ts'

export interface CheckRun {
  readonly name: string
  readonly output: { readonly title: string; readonly summary: string; readonly text: string | null }
  readonly conclusion: GateConclusion
  readonly annotations: readonly CheckAnnotation[]
  readonly detailsUrl: string
  /** A digest of the inputs of the decision, which detects changes that the texts do not show. */
  readonly externalId: string
  /** At most three buttons. GitHub reports clicks only to Apps. */
  readonly actions?: readonly { readonly identifier: string; readonly label: string; readonly description: string }[]
}

export type Written = 'created' | 'updated' | 'unchanged'

/** GitHub accepts 50 annotations in one request: https://docs.github.com/en/rest/checks/runs */
const BATCH = 50
/** Five requests. More annotations would not help readers and would use up the rate limit. */
export const MAX_ANNOTATIONS = 250
/**
 * Bound on older check runs of the author on one commit that one evaluation corrects. The next evaluation continues.
 */
const MAX_OLDER = 30
export const MAX_OUTPUT_BYTES = 65_535

const LIST = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'
const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'
export type ExistingCheck = Answer<typeof LIST>['data']['check_runs'][number]

/**
 * Writes the check run. @param head the judged commit, wherever its branch points now @throws GateError for a refusal
 * of GitHub
 */
export async function writeCheckRun(
  github: GitHub,
  repository: RepositoryName,
  head: Sha,
  check: CheckRun,
): Promise<Written> {
  const { data } = await github.request(LIST, { ...repository, ref: head, check_name: check.name, per_page: PAGE })
  return putCheckRun(github, repository, { head, check, existing: data.check_runs }, ACTIONS)
}

interface CheckPlace {
  readonly head: Sha
  readonly check: CheckRun
  /** All existing check runs on the commit. */
  readonly existing: readonly ExistingCheck[]
}

/** Writes the check run where the existing ones are known. @throws GateError for a refusal of GitHub */
export async function putCheckRun(
  github: GitHub,
  repository: RepositoryName,
  { head, check, existing }: CheckPlace,
  author: Author,
): Promise<Written> {
  const all = existing.filter((run) => isOwn(run, head, check, author)).toSorted((a, b) => Number(b.id) - Number(a.id))
  const [own] = all
  // Jobs share one App, so check runs of other jobs are not changed.
  const older = author.appId === null ? [] : all
  if (own !== undefined && isSame(own, check)) return await alignOlder(github, repository, older, check)
  const [first = [], ...rest] = own !== undefined && keeps(own, check, author) ? [] : batches(check.annotations)
  // An update can only add annotations, so a check run with old annotations is replaced.
  const isFresh = own === undefined || (own.output.annotations_count > 0 && !keeps(own, check, author))
  const id = isFresh
    ? await create(github, repository, head, getBody(check, first))
    : await update(github, repository, Number(own.id), getBody(check, first))
  for (const batch of rest) await update(github, repository, id, getBody(check, batch))
  const others = older.filter((run) => Number(run.id) !== id)
  await alignOlder(github, repository, others, check)
  return isFresh ? 'created' : 'updated'
}

/** Makes all check runs of the author on a head agree with the newest. */
async function alignOlder(
  github: GitHub,
  repository: RepositoryName,
  runs: readonly ExistingCheck[],
  check: CheckRun,
): Promise<Written> {
  const others = runs.filter(({ status, conclusion }) => status !== 'completed' || conclusion !== check.conclusion)
  for (const { id } of others.slice(0, MAX_OLDER)) await update(github, repository, Number(id), getBody(check, []))
  return others.length > 0 ? 'updated' : 'unchanged'
}

/** An App has one check run for each commit. An equal number of annotations counts as unchanged. */
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

/** Jobs are check runs of the same App and may have the same name. The external id distinguishes them. */
function isOwn(
  { name, head_sha, app, external_id }: ExistingCheck,
  head: Sha,
  check: CheckRun,
  author: Author,
): boolean {
  const isOurs = isApp(author, app) && external_id?.startsWith(`${check.name}:`) === true
  return isOurs && name === check.name && head_sha === head
}

/** A different details URL alone is no reason to write: another run may have the same result. */
function isSame(existing: ExistingCheck, check: CheckRun): boolean {
  const { output, annotations } = check
  const wanted = getBody(check, [])
  return (
    existing.status === 'completed' &&
    existing.conclusion === check.conclusion &&
    existing.external_id === wanted.external_id &&
    existing.output.annotations_count === Math.min(annotations.length, MAX_ANNOTATIONS) &&
    isSameText(existing.output.title, output.title) &&
    isSameText(existing.output.summary, wanted.output.summary) &&
    isSameText(existing.output.text, wanted.output.text)
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
      summary: truncateText(output.summary, MAX_OUTPUT_BYTES),
      ...(output.text === null ? {} : { text: truncateText(output.text, MAX_OUTPUT_BYTES) }),
      ...(annotations.length === 0 ? {} : { annotations: [...annotations] }),
    },
  }
}

function batches(annotations: readonly CheckAnnotation[]): (readonly CheckAnnotation[])[] {
  const kept = annotations.slice(0, MAX_ANNOTATIONS)
  const count = Math.ceil(kept.length / BATCH)
  return Array.from({ length: count }, (_, i) => kept.slice(i * BATCH, (i + 1) * BATCH))
}
