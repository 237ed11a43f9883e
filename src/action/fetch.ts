/**
 * Fetches the commits to judge, whatever was cloned: objects only, no refs, no settings, and without starting programs
 * of the repository.
 */
import { badServerUrl, baseBranchGone, commitsMissing, noCheckout } from '../core/errors/action.ts'
import type { Sha } from '../core/model/commit.ts'
import { GateError } from '../core/model/errors.ts'
import type { GitOptions } from '../git/git.ts'
import { resolveRange } from '../git/range.ts'
import { openRepository, type Repository } from '../git/repository.ts'
import type { Subject } from '../intake/subject.ts'
import { actionTexts } from './texts.ts'

interface Need {
  /** Any folder in the checkout. */
  readonly dir: string
  readonly subject: Subject
  /** GITHUB_SERVER_URL. */
  readonly serverUrl: string
  /** Used only where the checkout has no credentials for the server. */
  readonly token: string | null
  readonly signal?: AbortSignal
}

/** Base and head, with everything between them and their merge base. */
export interface Present {
  readonly base: Sha
  readonly head: Sha
}

const FETCH_TIMEOUT_MS = 600_000
const PROTOCOLS = ['https:', 'http:', 'file:']
/** Most branches are short; the last number is git's own word for "all". */
const DEPTHS = ['256', '4096', '2147483647']

interface Remote {
  readonly url: string
  readonly options: GitOptions
}

/**
 * Fetches what is missing between the subject's base and head. A base given only by name is the branch as the server
 * has it now. Asks no server when nothing is missing.
 * @throws GateError `shallow-clone` when commits cannot be fetched; `unknown-revision` when the base branch is gone;
 * `not-a-repository`, `no-merge-base`, `bad-usage`
 */
export async function makePresent(need: Need): Promise<Present> {
  const { subject, signal } = need
  const repo = await openCheckout(need.dir)
  const remote = await getRemote(repo, need)
  const base = subject.base.sha ?? (await getTip(repo, remote, subject.base.branch))
  const present = { base, head: subject.head.sha }
  const fetchAll = (extent: readonly string[]) => fetch(repo, remote, need, { present, extent })
  let gap = await findGap(repo, present)
  for (const extent of gap === null ? [] : getExtents(repo)) {
    signal?.throwIfAborted()
    await fetchAll(extent)
    gap = await findGap(await openCheckout(need.dir), present)
    if (gap === null) break
  }
  if (gap !== null) throw commitsMissing(actionTexts.stillMissing(gap.message), gap)
  // Needed after deepening: the server believes that the files of the old cut are already here.
  if (await lacksFiles(repo)) await fetchAll(['--refetch'])
  return present
}

async function openCheckout(dir: string): Promise<Repository> {
  return openRepository(dir).catch((error: unknown) => {
    if (!(error instanceof GateError) || error.code !== 'not-a-repository') throw error
    throw noCheckout(error, error)
  })
}

/** Uses the server that GitHub names, never the one that the repository's settings call `origin`. */
async function getRemote(repo: Repository, { subject, serverUrl, token }: Need): Promise<Remote> {
  const server = URL.parse(serverUrl)
  if (server === null || !PROTOCOLS.includes(server.protocol)) throw badServerUrl()
  const root = server.href.replace(/\/+$/, '')
  const url = `${root}/${subject.repository.name}.git`
  const protocol = server.protocol.slice(0, -1)
  const configured = await repo.run(['config', '--get-urlmatch', 'http.extraheader', url])
  const header = `AUTHORIZATION: ${basicAuthorization(token ?? '')}`
  const isOpen = token === null || protocol === 'file' || configured.code === 0
  return {
    url,
    options: {
      config: isOpen ? [] : [[`http.${root}/.extraheader`, header]],
      // An empty GIT_ASKPASS names no program, and stops git from starting the one that core.askPass names.
      env: { GIT_ALLOW_PROTOCOL: protocol, GIT_ASKPASS: '' },
      timeoutMs: FETCH_TIMEOUT_MS,
    },
  }
}

/** Encodes a token as `actions/checkout` sends it; this form must be masked like the token itself. */
export function basicAuthorization(token: string): string {
  return `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
}

/** Returns the branch's tip on the server; when the server does not name it, the tip at the time of the clone. */
async function getTip(repo: Repository, { url, options }: Remote, branch: string): Promise<Sha> {
  const ref = `refs/heads/${branch}`
  const args = ['ls-remote', '--upload-pack=git-upload-pack', '--end-of-options', url, ref]
  const { stdout, stderr } = await repo.run(args, options)
  const line = stdout
    .toString()
    .split('\n')
    .find((entry) => entry.endsWith(`\t${ref}`))
  if (line !== undefined) return line.slice(0, line.indexOf('\t'))
  const cloned = await repo.run(['rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}^{commit}`])
  if (stderr !== '' && cloned.code === 0) return cloned.stdout.toString().trim()
  if (stderr === '') throw baseBranchGone(branch, url)
  throw missing(actionTexts.notOnRemote(branch, url), stderr)
}

/** Returns true for a clone with a filter: it has its commits, but perhaps not their files. */
async function lacksFiles(repo: Repository): Promise<boolean> {
  const names = String.raw`^(remote\..*\.promisor|extensions\.partialclone)$`
  return (await repo.run(['config', '--get-regexp', names])).code === 0
}

/**
 * Returns the missing part, or null.
 * @throws GateError for histories that fetching cannot complete
 */
async function findGap(repo: Repository, { base, head }: Present): Promise<GateError | null> {
  try {
    await resolveRange(repo, { base, head })
    return null
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    if (error.code === 'no-commits') return null
    if (error.code === 'shallow-clone' || error.code === 'unknown-revision') return error
    throw error
  }
}

function getExtents({ isShallow }: Repository): readonly (readonly string[])[] {
  return isShallow ? DEPTHS.map((depth) => [`--depth=${depth}`]) : [[]]
}

interface Wanted {
  readonly present: Present
  readonly extent: readonly string[]
}

/** Fetches by id; from a server that refuses ids, fetches the branches that contain them. */
async function fetch(repo: Repository, remote: Remote, { subject }: Need, { present, extent }: Wanted): Promise<void> {
  const { pullRequest, base, head } = subject
  const headRef = pullRequest === null ? `refs/heads/${head.branch}` : `refs/pull/${pullRequest}/head`
  const byId = await fetchRefs(repo, remote, extent, [present.base, present.head])
  if (byId === null) return
  const byName = await fetchRefs(repo, remote, extent, [`refs/heads/${base.branch}`, headRef])
  if (byName !== null) throw missing(actionTexts.notFetched(present.base, present.head, remote.url), byId)
}

/** Returns null, or git's message. */
async function fetchRefs(
  repo: Repository,
  { url, options }: Remote,
  extent: readonly string[],
  refs: readonly string[],
): Promise<string | null> {
  const quiet = [
    '--quiet',
    '--no-tags',
    '--no-filter',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--no-auto-gc',
  ]
  const args = ['fetch', ...quiet, '--upload-pack=git-upload-pack', ...extent, '--end-of-options', url, ...refs]
  const { code, stderr } = await repo.run(args, options)
  return code === 0 ? null : stderr
}

function missing(what: string, stderr: string): GateError {
  const message = stderr.split('\n').find((line) => /^(?:fatal|error|remote):/.test(line)) ?? ''
  const visible = message.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').slice(0, 300)
  return commitsMissing(actionTexts.historyMissing(what, visible === '' ? '' : ` (${visible})`))
}
