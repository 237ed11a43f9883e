/** The commits of a pull request, with what their trailers say. */
import { findCommit, git, type Place } from '../git.ts'
import type { Pull } from '../world.ts'

export interface PageCommit {
  readonly sha: string
  readonly author: string
  /** ISO 8601, of the committer. */
  readonly date: string
  readonly subject: string
  readonly body: string
  /** The last trailer of that name, as it was written; null when there is none. */
  readonly phase: string | null
  readonly task: string | null
  readonly isMerge: boolean
}

const trailer = (key: string) => `%(trailers:key=${key},valueonly,unfold,separator=%x01)`
const FIELDS = ['%H', '%an', '%cI', '%P', trailer('Phase'), trailer('Task'), '%B']
const FORMAT = `--format=${FIELDS.join('%x02')}`
const MAX_COMMITS = 250

/** Oldest first; of those that are not in the base, or were not when it was merged. */
export async function readCommits(
  place: Place,
  { baseBranch, baseSha, headSha, mergedAt }: Pull,
): Promise<PageCommit[]> {
  const base = mergedAt === null ? `refs/heads/${baseBranch}` : baseSha
  const known = (await findCommit(place, base)) ?? baseSha
  return log(place, ['--reverse', '--topo-order', headSha, `^${known}`])
}

/** Null when there is no such commit. */
export async function readOneCommit(place: Place, sha: string): Promise<PageCommit | null> {
  const commits = await log(place, ['--no-walk', sha]).catch(() => [])
  return commits[0] ?? null
}

async function log(place: Place, args: readonly string[]): Promise<PageCommit[]> {
  const printed = await git(place, ['log', '-z', `--max-count=${MAX_COMMITS}`, FORMAT, ...args, '--'])
  return printed
    .split('\0')
    .filter((record) => record !== '')
    .map(toCommit)
}

function toCommit(record: string): PageCommit {
  const [sha = '', author = '', date = '', parents = '', phase = '', task = '', ...message] = record.split('\x02')
  const [subject = '', ...rest] = message.join('\x02').trim().split('\n')
  const last = (values: string) => values.split('\x01').at(-1)?.trim() || null
  const isMerge = parents.includes(' ')
  return {
    sha,
    author,
    date: toUtc(date),
    subject,
    body: rest.join('\n').trim(),
    phase: last(phase),
    task: last(task),
    isMerge,
  }
}

function toUtc(date: string): string {
  return new Date(date).toISOString().replace(/\.\d+Z$/, 'Z')
}
