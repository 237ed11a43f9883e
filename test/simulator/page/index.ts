/** Pages of the local GitHub, at the addresses that GitHub gives them. `?live` makes a page look again every two seconds. */
import { tryGit } from '../git.ts'
import { readChanges, readCommit } from '../git-read.ts'
import type { Page } from '../github.ts'
import { findRepository, track } from '../state.ts'
import type { Repository, World } from '../world.ts'
import { readOneCommit } from './commits.ts'
import { checkPage, commitPage, filePage, issuePage, runPage } from './detail-pages.ts'
import { type Html, html } from './html.ts'
import { type PageAnswer, redirectTo, toDownload, toPage } from './layout.ts'
import { homePage, personPage, repositoryPage } from './list-pages.ts'
import { short } from './parts.ts'
import { pullPage } from './pull-page.ts'
import { issueAddress } from './references.ts'

/** git knows it without having it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export interface PageRequest {
  readonly method: string
  readonly url: URL
}

/** Numbers of the pull requests before the default branch, the first one in front. */
export type Waiting = (repository: Repository) => readonly number[]

/** As much of a local GitHub as its pages need. */
export interface Shown {
  readonly world: World
  readonly queue: { readonly waiting: Waiting }
  readonly show: (page: Page) => void
}

/** Shows the pages on a local GitHub: `showPages(github)`. */
export function showPages({ world, queue, show }: Shown): void {
  show(({ method = 'GET' }, response, url) => {
    const served = servePage(world, { method, url }, queue.waiting)
    if (served === null) return false
    const answer = async () => {
      const { status, headers, body } = await served
      response.writeHead(status, headers).end(method === 'HEAD' ? undefined : body)
    }
    track(world, answer())
    return true
  })
}

/** Null for what is no page of this world: others may answer it. */
export function servePage(
  world: World,
  { method, url }: PageRequest,
  waiting: Waiting = () => [],
): Promise<PageAnswer> | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  const [owner = '', name, kind, ...rest] = decoded(url.pathname)
  const asked: Asked = { world, waiting, isLive: url.searchParams.has('live') }
  if (owner === '') return Promise.resolve(page(asked, 'Repositories', [], homePage(world)))
  if (name === undefined) return servePerson(asked, owner)
  const repository = findRepository(world, owner, name)
  return repository === null ? null : serveRepository({ ...asked, repository }, kind, rest)
}

interface Asked {
  readonly world: World
  readonly waiting: Waiting
  readonly isLive: boolean
}
interface InRepository extends Asked {
  readonly repository: Repository
}

function decoded(path: string): string[] {
  try {
    return decodeURIComponent(path)
      .split('/')
      .filter((part) => part !== '')
  } catch {
    return ['%']
  }
}

function page(
  { isLive }: Asked,
  title: string,
  path: readonly (readonly [string, string])[],
  content: Html,
): PageAnswer {
  return toPage({ title, path: [['Local GitHub', '/'], ...path], isLive }, content)
}

function servePerson(asked: Asked, login: string): Promise<PageAnswer> | null {
  const { users } = asked.world
  const user = users.get(login.toLowerCase()) ?? users.get(`${login.toLowerCase()}[bot]`)
  if (user === undefined) return null
  return Promise.resolve(page(asked, user.login, [], personPage(asked.world, user)))
}

async function serveRepository(
  asked: InRepository,
  kind: string | undefined,
  rest: readonly string[],
): Promise<PageAnswer> {
  const [id = '', ...more] = rest
  switch (kind) {
    case undefined:
      return inRepository(asked, asked.repository.fullName, repositoryPage(asked.world, asked.repository))
    case 'pull':
    case 'issues':
      return serveIssue(asked, kind, id)
    case 'blob':
      return serveFile(asked, id, more.join('/'))
    case 'commit':
      return serveCommit(asked, id)
    case 'runs':
      return serveCheckRun(asked, Number(id))
    case 'actions':
      return id === 'runs' ? serveRun(asked, more) : missing(asked)
    default:
      return missing(asked)
  }
}

function inRepository(
  asked: InRepository,
  title: string,
  content: Html,
  here: readonly [string, string][] = [],
): PageAnswer {
  const { owner, name, fullName } = asked.repository
  return page(asked, title, [[owner.login, `/${owner.login}`], [name, `/${fullName}`], ...here], content)
}

function missing({ isLive }: Asked): PageAnswer {
  const content = html`<header class="title"><h1>Not found</h1></header><p>This GitHub has no such page.</p>`
  return toPage({ title: 'Not found', path: [['Local GitHub', '/']], isLive, status: 404 }, content)
}

async function serveIssue(asked: InRepository, kind: 'pull' | 'issues', id: string): Promise<PageAnswer> {
  const { world, repository, waiting } = asked
  const issue = repository.issues.get(Number(id))
  if (issue === undefined) return missing(asked)
  const { pull, number, title } = issue
  const address = issueAddress(repository, issue)
  if ((kind === 'pull') !== (pull !== null)) return redirectTo(address)
  const content =
    pull === null ? issuePage(world, repository, issue) : await pullPage(world, repository, issue, waiting(repository))
  const followed = { ...asked, isLive: asked.isLive && issue.state === 'open' }
  return inRepository(followed, `${title} #${number}`, content, [[`#${number}`, address]])
}

/** An abbreviated id is no page: what is linked is whole. */
async function serveCommit(asked: InRepository, sha: string): Promise<PageAnswer> {
  const { repository } = asked
  const commit = /^[\da-f]{40}$/.test(sha) ? await readOneCommit(repository, sha) : null
  if (commit === null) return missing(asked)
  const [parent = EMPTY_TREE] = (await readCommit(repository, sha)).parents
  const files = await readChanges(repository, parent, sha)
  const here: readonly [string, string][] = [[short(sha), `/${repository.fullName}/commit/${sha}`]]
  return inRepository(asked, commit.subject, commitPage(repository, commit, files), here)
}

/** A file of a commit, each line with the anchor that annotations lead to. */
async function serveFile(asked: InRepository, sha: string, path: string): Promise<PageAnswer> {
  const { repository } = asked
  const text = /^[\da-f]{40}$/.test(sha) ? await tryGit(repository, ['cat-file', 'blob', `${sha}:${path}`]) : null
  if (text === null) return missing(asked)
  const here: readonly [string, string][] = [[short(sha), `/${repository.fullName}/commit/${sha}`]]
  return inRepository(asked, path, filePage(path, text), here)
}

async function serveCheckRun(asked: InRepository, id: number): Promise<PageAnswer> {
  const { world, repository } = asked
  const run = repository.checkRuns.find((each) => each.id === id)
  return run === undefined ? missing(asked) : inRepository(asked, run.name, checkPage(world, repository, run))
}

/** `<id>`, `<id>/artifacts/<id>`; what else stands behind the id (a job, an attempt) is on its page. */
async function serveRun(asked: InRepository, [id, part, partId]: readonly string[]): Promise<PageAnswer> {
  const { repository } = asked
  const run = repository.runs.find((each) => each.id === Number(id))
  if (run === undefined) return missing(asked)
  if (part !== 'artifacts')
    return inRepository(asked, `${run.name} #${run.number}`, runPage(asked.world, repository, run))
  const artifact = repository.artifacts.find((each) => each.id === Number(partId) && each.run === run)
  return artifact === undefined || artifact.isExpired ? missing(asked) : toDownload(artifact.name, artifact.bytes)
}
