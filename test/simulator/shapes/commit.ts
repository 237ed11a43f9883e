/** Commits, files and refs as GitHub tells them. */
import { type ChangedFile, type GitCommit, type Person, readCommit, readPaths } from '../git-read.ts'
import type { Repository, User, World } from '../world.ts'
import { nodeId, userShape } from './people.ts'

/** As `git/commits` has it. */
export function gitCommitShape(world: World, { fullName }: Repository, commit: GitCommit) {
  const { sha, tree, parents, author, committer, message } = commit
  const api = `${world.apiUrl}/repos/${fullName}/git`
  return {
    sha,
    node_id: nodeId('C', sha),
    url: `${api}/commits/${sha}`,
    html_url: `${world.url}/${fullName}/commit/${sha}`,
    author,
    committer,
    message,
    tree: { sha: tree, url: `${api}/trees/${tree}` },
    parents: parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${world.url}/${fullName}/commit/${parent}`,
    })),
    verification: getVerification(world, commit),
  }
}

function getVerification({ signedCommits }: World, { sha, signature, message, committer }: GitCommit) {
  if (signedCommits.has(sha)) {
    return { verified: true, reason: 'valid', signature, payload: message, verified_at: committer.date }
  }
  const reason = signature === null ? 'unsigned' : 'unknown_key'
  return { verified: false, reason, signature, payload: null, verified_at: null }
}

/** As `commits/{ref}` and lists have it. */
export function commitShape(world: World, repository: Repository, commit: GitCommit) {
  const { url, node_id, html_url, sha, parents, author, committer, message, tree, verification } = gitCommitShape(
    world,
    repository,
    commit,
  )
  const api = url.replace('/git/commits/', '/commits/')
  const [authorUser, committerUser] = [author, committer].map((person) => userByMail(world, person))
  return {
    url: api,
    sha,
    node_id,
    html_url,
    comments_url: `${api}/comments`,
    commit: { url, author, committer, message, tree, comment_count: 0, verification },
    author: authorUser === undefined || authorUser === null ? null : userShape(world, authorUser),
    committer: committerUser === undefined || committerUser === null ? null : userShape(world, committerUser),
    parents: parents.map((parent) => ({ ...parent, url: parent.url.replace('/git/commits/', '/commits/') })),
  }
}

const PRIVATE_MAIL = /^\d+\+(.+)@users\.noreply\.github\.com$/
const MAIL = /^([^@]+)@example\.com$/

/** GitHub recognises people by their e-mail addresses; here everyone has one at example.com. */
export function userByMail({ users }: World, { email }: Person): User | null {
  const login = PRIVATE_MAIL.exec(email)?.[1] ?? MAIL.exec(email)?.[1]
  return users.get(login?.toLowerCase() ?? '') ?? null
}

export function fileShape(world: World, { fullName }: Repository, sha: string, file: ChangedFile) {
  const path = file.filename.split('/').map(encodeURIComponent).join('/')
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${world.url}/${fullName}/blob/${sha}/${path}`,
    raw_url: `${world.url}/${fullName}/raw/${sha}/${path}`,
    contents_url: `${world.apiUrl}/repos/${fullName}/contents/${path}?ref=${sha}`,
    ...(file.patch === '' ? {} : { patch: file.patch }),
    ...(file.previous === null ? {} : { previous_filename: file.previous }),
  }
}

export function refShape({ apiUrl }: World, { fullName }: Repository, ref: string, sha: string) {
  const object = { type: 'commit', sha, url: `${apiUrl}/repos/${fullName}/git/commits/${sha}` }
  return { ref, node_id: nodeId('REF', ref), url: `${apiUrl}/repos/${fullName}/git/${ref}`, object }
}

/** As the push webhook has it. */
export async function pushedCommit(world: World, repository: Repository, sha: string) {
  const commit = await readCommit(repository, sha)
  const { A: added, D: removed, M: modified } = await readPaths(repository, sha)
  const who = (person: Person) => {
    const username = userByMail(world, person)?.login
    return { ...person, ...(username === undefined ? {} : { username }) }
  }
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${world.url}/${repository.fullName}/commit/${sha}`,
    author: who(commit.author),
    committer: who(commit.committer),
    added,
    removed,
    modified,
  }
}
