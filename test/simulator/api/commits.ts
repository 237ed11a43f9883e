/** Commits and what lies between them. */
import { findCommit, git, IS_SHA, lines, listCommits, tryGit } from '../git.ts'
import { readChanges, readCommit } from '../git-read.ts'
import { paged } from '../paged.ts'
import { notFound, refuse } from '../refusal.ts'
import { type Asked, type Handlers, ok } from '../route.ts'
import { commitShape, fileShape } from '../shapes/commit.ts'
import { pullShape } from '../shapes/pull.ts'
import type { Repository } from '../world.ts'

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
/** A comparison tells so many commits when no page is asked for, and so many files at most. */
const COMPARED_COMMITS = 250
const COMPARED_FILES = 300

export const commits: Handlers = {
  'GET /repos/{owner}/{repo}/commits': async (asked) => {
    const { world, repository, parameters } = asked
    const start = (await resolveRef(repository, parameters.sha ?? repository.defaultBranch)) ?? notFound()
    const path = parameters.path === undefined ? [] : ['--', parameters.path]
    const shas = lines(await git(repository, ['rev-list', start, ...path]))
    const { data, ...answered } = paged(asked, shas, (sha) => sha)
    const shown = await Promise.all((data as string[]).map((sha) => readCommit(repository, sha)))
    return { ...answered, data: shown.map((commit) => commitShape(world, repository, commit)) }
  },
  'GET /repos/{owner}/{repo}/commits/{ref}': async ({ world, repository, parameters: { ref } }) => {
    const sha = (await resolveRef(repository, ref)) ?? refuse(422, `No commit found for SHA: ${ref}`)
    const commit = await readCommit(repository, sha)
    const changes = await readChanges(repository, commit.parents[0] ?? EMPTY_TREE, sha)
    const files = changes.map((file) => fileShape(world, repository, sha, file))
    return ok({ ...commitShape(world, repository, commit), stats: getStats(changes), files })
  },
  'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls': async (asked) => {
    const { world, repository, parameters } = asked
    const sha =
      (await findCommit(repository, parameters.commit_sha)) ??
      refuse(422, `No commit found for SHA: ${parameters.commit_sha}`)
    const pulls = []
    for (const issue of repository.issues.values()) {
      const { pull } = issue
      if (pull === null) continue
      const base = pull.mergedAt === null ? `refs/heads/${pull.baseBranch}` : pull.baseSha
      const isMerge = pull.mergeCommitSha === sha
      if (isMerge || (await listCommits(repository, base, pull.headSha)).includes(sha)) pulls.push(issue)
    }
    return paged(asked, pulls, (issue) => pullShape(world, repository, issue))
  },
  'GET /repos/{owner}/{repo}/compare/{basehead}': compare,
}

async function compare(asked: Asked<'GET /repos/{owner}/{repo}/compare/{basehead}'>) {
  const { world, repository, parameters, url } = asked
  const [from = '', to = ''] = parameters.basehead.split('...')
  const [base, head] = [await resolveRef(repository, from), await resolveRef(repository, to)]
  if (base === null || head === null) return notFound()
  const mergeBase = await tryGit(repository, ['merge-base', base, head])
  if (mergeBase === null) return refuse(404, `No common ancestor between ${from} and ${to}.`)
  const [ahead, behind] = [await listCommits(repository, base, head), await listCommits(repository, head, base)]
  const isPaged = url.searchParams.has('page') || url.searchParams.has('per_page')
  const { data, headers = {} } = isPaged
    ? paged(asked, ahead, (sha) => sha)
    : { data: ahead.slice(0, COMPARED_COMMITS) }
  const shown = await Promise.all((data as string[]).map((sha) => readCommit(repository, sha)))
  const isFirst = (parameters.page ?? 1) === 1
  const changes = isFirst ? await readChanges(repository, mergeBase, head) : []
  const api = `${world.apiUrl}/repos/${repository.fullName}/compare/${parameters.basehead}`
  const html = `${world.url}/${repository.fullName}/compare/${parameters.basehead}`
  const data_ = {
    url: api,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitShape(world, repository, await readCommit(repository, base)),
    merge_base_commit: commitShape(world, repository, await readCommit(repository, mergeBase)),
    status: getStatus(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: shown.map((commit) => commitShape(world, repository, commit)),
    files: changes.slice(0, COMPARED_FILES).map((file) => fileShape(world, repository, head, file)),
  }
  return { status: 200, data: data_, headers }
}

function getStatus(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}

function getStats(changes: readonly { additions: number; deletions: number }[]) {
  const [additions, deletions] = (['additions', 'deletions'] as const).map((of) =>
    changes.reduce((sum, change) => sum + change[of], 0),
  )
  return { additions, deletions, total: (additions ?? 0) + (deletions ?? 0) }
}

/** A branch, a tag or a SHA; `owner:branch` for the repository's own owner. */
export async function resolveRef(repository: Repository, name: string): Promise<string | null> {
  const plain = name.startsWith(`${repository.owner.login}:`) ? name.slice(repository.owner.login.length + 1) : name
  for (const prefix of IS_SHA.test(plain) ? [''] : ['refs/heads/', 'refs/', '']) {
    const found = await findCommit(repository, `${prefix}${plain}`)
    if (found !== null) return found
  }
  return null
}
