/** Files, read and written one by one. */
import { posix } from 'node:path'
import { gitBytes, ZERO } from '../git.ts'
import { readCommit, readTree, type TreeEntry } from '../git-read.ts'
import { branchHead, getAuthor, gitHubItself, writeBlob, writeCommit, writeTree } from '../git-write.ts'
import { grants, NOT_ACCESSIBLE } from '../permit.ts'
import { demandAllowed, moveRef } from '../refs.ts'
import { notFound, refuse } from '../refusal.ts'
import { type Asked, type Handlers, ok } from '../route.ts'
import { serially } from '../serially.ts'
import { gitCommitShape } from '../shapes/commit.ts'
import type { Repository, World } from '../world.ts'
import { resolveRef } from './commits.ts'

const LINK = '120000'
const TYPES: Readonly<Record<string, string>> = { '040000': 'dir', '160000': 'submodule', [LINK]: 'symlink' }

export const contents: Handlers = {
  'GET /repos/{owner}/{repo}/contents/{path}': async ({ world, repository, parameters }) => {
    const { path, ref = repository.defaultBranch } = parameters
    const commit = (await resolveRef(repository, ref)) ?? refuse(404, `No commit found for the ref ${ref}`)
    const entry = path === '' ? null : await findEntry(repository, commit, path)
    if (entry === null && path !== '') return notFound()
    if (entry === null || entry.type === 'tree') {
      const entries = (await readTree(repository, entry?.sha ?? commit)) ?? []
      return ok(
        entries.map((each) => entryShape(world, repository, [path, each.path].filter(Boolean).join('/'), each, ref)),
      )
    }
    const shape = entryShape(world, repository, path, entry, ref)
    const target = entry.mode === LINK ? await getText(repository, entry) : null
    const file = target === null ? entry : await followLink(repository, commit, path, target)
    if (file === null) return ok({ ...shape, target })
    const bytes = await gitBytes(repository, ['cat-file', 'blob', file.sha])
    return ok({ ...shape, type: 'file', size: bytes.length, encoding: 'base64', content: bytes.toString('base64') })
  },
  'PUT /repos/{owner}/{repo}/contents/{path}': putContents,
}

async function findEntry(repository: Repository, commit: string, path: string): Promise<TreeEntry | null> {
  return (await readTree(repository, commit, ['--full-tree', '-r', '-t']))?.find((entry) => entry.path === path) ?? null
}

/** A link to a file of the repository is answered as that file: only a tree tells that it is one. */
async function followLink(repository: Repository, commit: string, path: string, target: string) {
  const place = posix.join(posix.dirname(path), target)
  const entry = posix.isAbsolute(target) ? null : await findEntry(repository, commit, place)
  return entry?.type === 'blob' && entry.mode !== LINK ? entry : null
}

async function getText(repository: Repository, { sha }: TreeEntry): Promise<string> {
  return (await gitBytes(repository, ['cat-file', 'blob', sha])).toString('utf8')
}

async function putContents(asked: Asked<'PUT /repos/{owner}/{repo}/contents/{path}'>) {
  const { world, repository, parameters, caller, actor } = asked
  const { path, message, content, sha, branch = repository.defaultBranch } = parameters
  const isWorkflow = path.startsWith('.github/workflows/') && 'permissions' in caller
  if (isWorkflow && !grants(caller.permissions, 'workflows', 'write')) refuse(403, NOT_ACCESSIBLE)
  return serially(repository, async () => {
    const before = await branchHead(repository, branch)
    if (before === null && branch !== repository.defaultBranch) refuse(404, `Branch ${branch} not found`)
    const known = before === null ? null : await findEntry(repository, before, path)
    if (known !== null && sha === undefined) refuse(422, `Invalid request.\n\n"sha" wasn't supplied.`)
    if (known !== null && known.sha !== sha) refuse(409, `${path} does not match ${sha}`)
    const blob = await writeBlob(repository, Buffer.from(content, 'base64'))
    const tree = await writeTree(repository, before, [{ path, mode: '100644', type: 'blob', sha: blob }])
    const now = world.now()
    const parents = before === null ? [] : [before]
    const commit = { tree, parents, message, author: getAuthor(actor, now), committer: gitHubItself(now) }
    const after = await writeCommit(world, repository, commit, true)
    const update = { ref: `refs/heads/${branch}`, before: before ?? ZERO, after }
    if (before !== null) await demandAllowed(repository, update, caller)
    await moveRef(world, repository, update, caller)
    const entry = (await findEntry(repository, after, path)) ?? notFound()
    const data = {
      content: entryShape(world, repository, path, entry, branch),
      commit: gitCommitShape(world, repository, await readCommit(repository, after)),
    }
    return { status: known === null ? 201 : 200, data }
  })
}

function entryShape(
  world: World,
  { fullName }: Repository,
  path: string,
  { sha, mode, size, type }: TreeEntry,
  ref: string,
) {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const url = `${world.apiUrl}/repos/${fullName}/contents/${encoded}?ref=${encodeURIComponent(ref)}`
  const git = `${world.apiUrl}/repos/${fullName}/git/${type}s/${sha}`
  const html = `${world.url}/${fullName}/blob/${ref}/${encoded}`
  return {
    type: TYPES[mode] ?? 'file',
    size: size ?? 0,
    name: path.split('/').at(-1),
    path,
    sha,
    url,
    git_url: git,
    html_url: html,
    download_url: `${world.url}/${fullName}/raw/${ref}/${encoded}`,
    _links: { self: url, git, html },
  }
}
