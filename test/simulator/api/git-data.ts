/** Refs, commits, trees and blobs, one by one. */
import { findCommit, gitBytes, isAncestor, tryGit, ZERO } from '../git.ts'
import { type Person, readCommit, readTree } from '../git-read.ts'
import { getAuthor, gitHubItself, type TreeChange, writeBlob, writeCommit, writeTree } from '../git-write.ts'
import { demandAllowed, moveRef } from '../refs.ts'
import { invalid, notFound, refuse } from '../refusal.ts'
import type { Asked, Route } from '../route.ts'
import { created, type Handlers, NO_CONTENT, ok } from '../route.ts'
import { serially } from '../serially.ts'
import { gitCommitShape, refShape } from '../shapes/commit.ts'
import { getApp } from '../state.ts'

/** A ref needs two slashes at least: `refs/heads/main`. */
const REF = /^refs\/[^/]+\/.+$/

export const gitData: Handlers = {
  'GET /repos/{owner}/{repo}/git/ref/{ref}': async ({ world, repository, parameters }) => {
    const ref = `refs/${parameters.ref}`
    const sha = (await exactRef(repository, ref)) ?? notFound()
    return ok(refShape(world, repository, ref, sha))
  },
  'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': async ({ world, repository, parameters }) => {
    const begins = `refs/${parameters.ref}`
    const lines = (await tryGit(repository, ['for-each-ref', '--format=%(objectname) %(refname)'])) ?? ''
    const refs = lines.split('\n').map((line) => ({ sha: line.slice(0, 40), ref: line.slice(41) }))
    const matching = refs.filter(({ ref }) => ref.startsWith(begins) && ref !== '')
    return ok(await Promise.all(matching.map(({ ref, sha }) => refShape(world, repository, ref, sha))))
  },
  'POST /repos/{owner}/{repo}/git/refs': async (asked) => {
    const { world, repository, parameters, caller } = asked
    const { ref, sha } = parameters
    const isPlain = REF.test(ref) && (await tryGit(repository, ['check-ref-format', ref])) !== null
    if (!isPlain || ref.startsWith('refs/pull/')) refuse(422, 'Reference name is not valid')
    if ((await findCommit(repository, sha)) !== sha) refuse(422, 'Object does not exist')
    return serially(repository, async () => {
      if ((await exactRef(repository, ref)) !== null) refuse(422, 'Reference already exists')
      const update = { ref, before: ZERO, after: sha }
      await demandAllowed(repository, update, caller)
      await moveRef(world, repository, update, caller)
      return created(refShape(world, repository, ref, sha))
    })
  },
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': async ({ world, repository, parameters, caller }) => {
    const { sha, force = false } = parameters
    const ref = `refs/${parameters.ref}`
    if ((await findCommit(repository, sha)) !== sha) refuse(422, 'Object does not exist')
    return serially(repository, async () => {
      const before = (await exactRef(repository, ref)) ?? refuse(422, 'Reference does not exist')
      if (!force && !(await isAncestor(repository, before, sha))) refuse(422, 'Update is not a fast forward')
      await demandAllowed(repository, { ref, before, after: sha }, caller)
      if (before !== sha) await moveRef(world, repository, { ref, before, after: sha }, caller)
      return ok(refShape(world, repository, ref, sha))
    })
  },
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': async ({ world, repository, parameters, caller }) => {
    const ref = `refs/${parameters.ref}`
    return serially(repository, async () => {
      const before = (await exactRef(repository, ref)) ?? refuse(422, 'Reference does not exist')
      await demandAllowed(repository, { ref, before, after: ZERO }, caller)
      await moveRef(world, repository, { ref, before, after: ZERO }, caller)
      return NO_CONTENT
    })
  },
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}': async ({ world, repository, parameters }) => {
    const sha = (await findCommit(repository, parameters.commit_sha)) ?? notFound()
    return ok(gitCommitShape(world, repository, await readCommit(repository, sha)))
  },
  'POST /repos/{owner}/{repo}/git/commits': createCommit,
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}': async ({ world, repository, parameters }) => {
    const { tree_sha: name, recursive } = parameters
    const sha = name.startsWith('-')
      ? null
      : await tryGit(repository, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`])
    if (sha === null) return notFound()
    const entries = (await readTree(repository, sha, recursive === undefined ? [] : ['-r', '-t'])) ?? []
    const api = `${world.apiUrl}/repos/${repository.fullName}/git`
    const tree = entries.map(({ size, ...entry }) => {
      const url = entry.type === 'commit' ? {} : { url: `${api}/${entry.type}s/${entry.sha}` }
      return { ...entry, ...url, ...(size === null ? {} : { size }) }
    })
    return ok({ sha, url: `${api}/trees/${sha}`, tree, truncated: false })
  },
  'POST /repos/{owner}/{repo}/git/trees': async ({ world, repository, parameters }) => {
    const changes: TreeChange[] = []
    for (const { path = '', mode = '100644', type = 'blob', sha, content } of parameters.tree) {
      const written = content === undefined ? (sha ?? null) : await writeBlob(repository, Buffer.from(content))
      changes.push({ path, mode, type, sha: written })
    }
    const base = parameters.base_tree ?? null
    if (base !== null && (await readTree(repository, base)) === null) refuse(422, 'base_tree is not a valid tree oid')
    const sha = await writeTree(repository, base, changes)
    const tree = (await readTree(repository, sha)) ?? []
    const url = `${world.apiUrl}/repos/${repository.fullName}/git/trees/${sha}`
    return created({
      sha,
      url,
      truncated: false,
      tree: tree.map(({ size, ...entry }) => ({ ...entry, ...(size === null ? {} : { size }) })),
    })
  },
  'POST /repos/{owner}/{repo}/git/blobs': async ({ world, repository, parameters }) => {
    const { content, encoding = 'utf-8' } = parameters
    const sha = await writeBlob(repository, Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
    return created({ sha, url: `${world.apiUrl}/repos/${repository.fullName}/git/blobs/${sha}` })
  },
  'GET /repos/{owner}/{repo}/git/blobs/{file_sha}': async ({ world, repository, parameters: { file_sha: sha } }) => {
    if (!/^[0-9a-f]{40}$/.test(sha) || (await tryGit(repository, ['cat-file', '-t', sha])) !== 'blob') return notFound()
    const bytes = await gitBytes(repository, ['cat-file', 'blob', sha])
    const url = `${world.apiUrl}/repos/${repository.fullName}/git/blobs/${sha}`
    return ok({ sha, url, size: bytes.length, encoding: 'base64', content: bytes.toString('base64'), node_id: sha })
  },
}

/** Without author and committer GitHub signs for an App: the commit is verified as its bot's. */
async function createCommit({
  world,
  repository,
  parameters,
  actor,
  caller,
}: Asked<'POST /repos/{owner}/{repo}/git/commits'>) {
  const { message, tree, parents = [], author, committer, signature } = parameters
  if ((await tryGit(repository, ['cat-file', '-t', tree])) !== 'tree') refuse(422, 'Tree SHA does not exist')
  for (const parent of parents) {
    if ((await findCommit(repository, parent)) !== parent)
      refuse(422, 'Parent SHA does not exist or is not a commit object')
  }
  const now = world.now()
  const isOwn = author === undefined && committer === undefined && signature === undefined
  const isSigned = isOwn && getApp(caller) !== null
  const writer = author === undefined ? getAuthor(actor, now) : toPerson(author, now)
  const ender = committer === undefined ? (isSigned ? gitHubItself(now) : writer) : toPerson(committer, now)
  const commit = { tree, parents, message, author: writer, committer: ender }
  const sha = await writeCommit(world, repository, commit, isSigned)
  return created(gitCommitShape(world, repository, await readCommit(repository, sha)))
}

function toPerson(given: { name?: string; email?: string; date?: string }, now: string): Person {
  const { name, email, date = now } = given
  if (name === undefined || email === undefined) return invalid('Commit', 'name and email are required', 'author')
  return { name, email, date }
}

function exactRef(repository: Asked<Route>['repository'], ref: string): Promise<string | null> {
  return tryGit(repository, ['show-ref', '--verify', '--hash', ref])
}
