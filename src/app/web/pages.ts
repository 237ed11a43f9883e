/** Creates the pages of a repository that the reader may read. */
import type { Base } from '../../core/status/protection.ts'
import { parsePatch } from '../../core/text/patch.ts'
import { type GitHub, type RepositoryName, toRepositoryName } from '../../github/routes.ts'
import { orNull } from '../../github/status.ts'
import { toLinesContent } from '../../render/held-lines/held-html.ts'
import { toWebPage } from '../../render/web/layout.ts'
import { unpackReport } from '../../render/web/packed-report.ts'
import { toPullContent } from '../../render/web/pull-page.ts'
import { toRepositoryContent, toRepositoryTables } from '../../render/web/repository-page.ts'
import { toCsv, toTableJson, type WebTable } from '../../render/web/table.ts'
import { toWhatIfContent } from '../../render/web/what-if-page.ts'
import type { ReadFacts } from '../facts-reader.ts'
import type { AuditLog } from '../queue/audit.ts'
import type { PullStore, StoredReport } from '../queue/pulls.ts'
import type { ReadableRepository } from './access.ts'
import { toAnswer } from './assumption.ts'

interface PullRoute extends RepositoryName {
  readonly number: number
  /** Null: the pull request itself; `what-if`: decided again; else the changed lines of this commit. */
  readonly part: string | null
}

interface RepositoryRoute extends RepositoryName {
  /** Undefined: the page with all of them. */
  readonly table: string | undefined
  readonly format: string | undefined
}

export type PageRoute = PullRoute | RepositoryRoute

export interface PageStores {
  readonly pulls: Pick<PullStore, 'get' | 'list' | 'figures' | 'repositories'>
  readonly audit: Pick<AuditLog, 'about'>
  readonly readFacts: ReadFacts
  readonly readBase: (github: GitHub, repository: RepositoryName, branch: string) => Promise<Base>
}

interface PageOptions extends PageStores {
  readonly github: GitHub
  readonly repository: ReadableRepository
  readonly query: URLSearchParams
}

const NAME = String.raw`([\w.-]{1,100})\/([\w.-]{1,100})`
const PULL = new RegExp(String.raw`^\/r\/${NAME}\/pull\/(\d{1,10})(?:\/commit\/([0-9a-f]{40})|\/(what-if))?$`)
const REPOSITORY = new RegExp(String.raw`^\/r\/${NAME}(?:\/([a-z-]{1,30})\.(csv|json))?$`)

/** Null: this is no page. */
export function toRoute(path: string): PageRoute | null {
  const [, owner, repo, number, sha, whatIf] = PULL.exec(path) ?? []
  if (owner !== undefined && repo !== undefined)
    return { owner, repo, number: Number(number), part: sha ?? whatIf ?? null }
  const [, itsOwner, name, table, format] = REPOSITORY.exec(path) ?? []
  return itsOwner === undefined || name === undefined ? null : { owner: itsOwner, repo: name, table, format }
}

/** Null: there is no such page. */
export async function answerRepository(options: PageOptions, route: PageRoute): Promise<PageText | null> {
  if (!('number' in route)) return repositoryPage(options, route)
  const stored = await options.pulls.get({ repositoryId: options.repository.id, number: route.number })
  if (stored === null) return null
  if (route.part === null) return pullPage(options, stored)
  return route.part === 'what-if'
    ? whatIfPage(options, route, stored)
    : commitPage(options, { ...route, sha: route.part }, stored)
}

async function repositoryPage(options: PageOptions, { table, format }: RepositoryRoute): Promise<PageText | null> {
  const { repository, github } = options
  const address = `/r/${repository.name}`
  const [pulls, base] = await Promise.all([
    options.pulls.list(repository.id),
    options.readBase(github, toRepositoryName(repository.name), repository.defaultBranch),
  ])
  const tables = toRepositoryTables(pulls, address, base)
  if (table === undefined) {
    const frame = { title: repository.name, isSignedIn: true, path: toPath(repository.name) }
    return { text: toWebPage(frame, toRepositoryContent(repository.name, pulls, tables)) }
  }
  return toTableText(tables, table, format)
}

function getFrame({ name }: ReadableRepository, number: number) {
  const address = `/r/${name}/pull/${number}`
  const path = [...toPath(name), [`#${number}`, address] as const]
  return { isSignedIn: true, address, path }
}

/** @param name `owner/repo` */
function toPath(name: string) {
  const { owner, repo } = toRepositoryName(name)
  return [[owner, `/o/${owner}`] as const, [repo, `/r/${name}`] as const]
}

async function pullPage(
  options: PageOptions,
  { number, summary, isOpen, at, report }: StoredReport,
): Promise<PageText | null> {
  const packed = unpackReport(report)
  if (packed === null) return null
  const { address, ...frame } = getFrame(options.repository, number)
  const decisions = await options.audit.about(options.repository.id, number)
  const isLive = isOpen && summary.conclusion === 'in_progress'
  const content = toPullContent({ address, title: summary.title, isOpen, at, packed, entries: decisions })
  return { text: toWebPage({ ...frame, title: `#${number} ${summary.title}`, isLive }, content) }
}

/** An empty form reads nothing from GitHub. */
async function whatIfPage(
  { query, repository, ...options }: PageOptions,
  { owner, repo, number }: PullRoute,
  stored: StoredReport,
): Promise<PageText | null> {
  const packed = unpackReport(stored.report)
  if (packed === null) return null
  const isAsked = [...query.values()].some((value) => value.trim() !== '')
  const facts = isAsked ? await options.readFacts({ id: repository.id, owner, repo, number }) : null
  const { address, path, ...frame } = getFrame(repository, number)
  const { title } = stored.summary
  const content = toWhatIfContent({ address, title, packed, query, answer: isAsked ? toAnswer(query, facts) : null })
  const here = ['what would happen if?', `${address}/what-if`] as const
  return { text: toWebPage({ ...frame, path: [...path, here], title: `#${number} what would happen if?` }, content) }
}

/** The App stores no source code: the reader's own token reads the lines from GitHub. */
async function commitPage(
  options: PageOptions,
  { owner, repo, sha }: RepositoryName & { readonly sha: string },
  stored: StoredReport,
): Promise<PageText | null> {
  const packed = unpackReport(stored.report)
  const commit = packed?.report.decision?.commits.find((one) => one.sha === sha)
  if (commit === undefined) return null
  const answer = await orNull(
    options.github.request('GET /repos/{owner}/{repo}/commits/{ref}', { owner, repo, ref: sha }),
  )
  if (answer === null) return null
  const files = (answer.data.files ?? []).map(({ filename, patch }) => ({
    path: filename,
    rows: patch === undefined ? null : parsePatch(patch),
  }))
  const { address: _, ...frame } = getFrame(options.repository, stored.number)
  return { text: toWebPage({ ...frame, title: commit.subject }, toLinesContent(commit, files)) }
}

/** A page, or one table of it. */
export interface PageText {
  readonly text: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Renders one table as JSON or CSV. Null: the page has no such table. */
export function toTableText(tables: readonly WebTable[], table: string, format: string | undefined): PageText | null {
  const found = tables.find(({ name }) => name === table)
  if (found === undefined) return null
  if (format === 'json') return { text: toTableJson(found), type: 'application/json' }
  const headers = { 'content-disposition': `attachment; filename="${table}.csv"` }
  return { text: toCsv(found), type: 'text/csv; charset=utf-8', headers }
}
