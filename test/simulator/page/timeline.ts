/** The conversation of an issue or pull request, in the order in which it happened. */
import type { Activity, Comment, Issue, Repository, User, World } from '../world.ts'
import { getMark } from './commit-mark.ts'
import type { PageCommit } from './commits.ts'
import { type Html, html, NOTHING, when } from './html.ts'
import { toMarkdown } from './markdown.ts'
import { avatar, commitLink, count, time, userLink } from './parts.ts'
import { phaseChip } from './phase-chip.ts'
import { linker } from './references.ts'

/** When something happened: times are whole seconds, ids tell the order within them. */
interface Moment {
  readonly at: string
  readonly id: number
}

type Entry = Moment &
  (
    | { readonly kind: 'commits'; readonly commits: readonly PageCommit[] }
    | { readonly kind: 'comment'; readonly comment: Comment }
    | { readonly kind: 'force-push'; readonly push: Activity }
    | { readonly kind: 'end' }
  )

export function timeline(world: World, repository: Repository, issue: Issue, commits: readonly PageCommit[]): Html {
  const entries = getEntries(repository, issue, commits, world.now())
  const shown = entries.map((entry) => html`<li>${toEntry(world, repository, issue, entry)}</li>`)
  return html`<ol class="timeline" aria-label="Conversation"><li>${opening(world, repository, issue)}</li>${shown}</ol>`
}

/** Oldest first. */
export function getEntries(
  repository: Pick<Repository, 'id' | 'comments' | 'checkSuites' | 'activities'>,
  { number, closedAt, pull }: Pick<Issue, 'number' | 'closedAt' | 'pull'>,
  commits: readonly PageCommit[],
  now: string,
): Entry[] {
  const pushed = getPushes(repository, commits, now)
  const said = [...repository.comments.values()]
    .filter((comment) => comment.issue === number)
    .map((comment): Entry => ({ kind: 'comment', at: comment.createdAt, id: comment.id, comment }))
  const isHead = (ref: string) => pull?.headRepositoryId === repository.id && ref === `refs/heads/${pull.headBranch}`
  const forced = repository.activities
    .filter(({ ref, isForced }) => isForced && isHead(ref))
    .map((push): Entry => ({ kind: 'force-push', at: push.at, id: push.id, push }))
  const end: Entry[] = closedAt === null ? [] : [{ kind: 'end', at: closedAt, id: Number.POSITIVE_INFINITY }]
  return [...pushed, ...said, ...forced, ...end].toSorted(byMoment).reduce(join, [])
}

const byMoment = (a: Moment, b: Moment) => (a.at < b.at ? -1 : Number(a.at > b.at)) || Math.sign(a.id - b.id) || 0

/**
 * A push makes a check suite for its head: it shows when its commits came. Authors choose the dates of commits, which count
 * only where there is no suite. No commit comes after those that stand on it.
 */
function getPushes(
  { checkSuites }: Pick<Repository, 'checkSuites'>,
  commits: readonly PageCommit[],
  now: string,
): Entry[] {
  let next: Moment | null = null
  let push: Moment | null = null
  const pushed: Entry[] = []
  for (const commit of commits.toReversed()) {
    const suite = checkSuites.find(({ sha }) => sha === commit.sha)
    push = suite === undefined ? push : { at: suite.createdAt, id: suite.id }
    const known: Moment = push ?? { at: commit.date < now ? commit.date : now, id: 0 }
    next = next !== null && byMoment(next, known) < 0 ? next : known
    pushed.unshift({ kind: 'commits', at: next.at, id: next.id, commits: [commit] })
  }
  return pushed
}

/** Commits with nothing between them are one entry. */
function join(entries: Entry[], entry: Entry): Entry[] {
  const before = entries.at(-1)
  if (entry.kind !== 'commits' || before?.kind !== 'commits') return [...entries, entry]
  return [...entries.slice(0, -1), { ...before, commits: [...before.commits, ...entry.commits] }]
}

function toEntry(world: World, repository: Repository, issue: Issue, entry: Entry): Html {
  switch (entry.kind) {
    case 'commits':
      return pushedCommits(repository, issue, entry.commits)
    case 'comment':
      return commentCard(world, repository, entry.comment)
    case 'force-push':
      return forcePush(repository, entry.push)
    case 'end':
      return ending(repository, issue)
    default:
      return entry satisfies never
  }
}

function opening(world: World, repository: Repository, issue: Issue): Html {
  const { author, createdAt, body } = issue
  return card(world, repository, {
    author,
    createdAt,
    body,
    said: 'opened this',
    id: `issue-${issue.id}`,
    more: NOTHING,
  })
}

function commentCard(world: World, repository: Repository, comment: Comment): Html {
  const { id, author, createdAt, updatedAt, body } = comment
  const isCommand = /^\s*\/[a-z]/.test(body)
  const said = `${isCommand ? 'commanded' : 'commented'}${updatedAt === createdAt ? '' : ', edited'}`
  return card(world, repository, {
    author,
    createdAt,
    body,
    said,
    id: `issuecomment-${id}`,
    more: reactions(comment),
    tone: isCommand ? 'command' : '',
  })
}

interface Card {
  readonly author: User
  readonly createdAt: string
  readonly body: string
  readonly said: string
  readonly id: string
  readonly more: Html
  readonly tone?: string
}

function card(
  world: World,
  repository: Repository,
  { author, createdAt, body, said, id, more, tone = '' }: Card,
): Html {
  const words = toMarkdown(body, { isComment: true, toLinks: linker(world, repository) })
  return html`<article class="card comment ${tone}" id="${id}" aria-labelledby="${id}-by"><header>${avatar(author)}
<h3 id="${id}-by">${userLink(author)} <span class="dim">${said} <a href="#${id}">${time(createdAt)}</a></span></h3></header>
${body.trim() === '' ? html`<p class="dim">No description.</p>` : words}${more}</article>
`
}

/** In words: not every machine has the pictures. */
function reactions({ reactions: given }: Comment): Html {
  const contents = [...new Set(given.map(({ content }) => content))]
  if (contents.length === 0) return NOTHING
  const items = contents.map((content) => {
    const people = given.filter((each) => each.content === content).map(({ user }) => user.login)
    return html`<li>${content} <span class="dim">by ${people.join(', ')}</span></li>`
  })
  return html`<ul class="reactions" aria-label="Reactions">${items}</ul>`
}

function pushedCommits(repository: Repository, { pull }: Issue, commits: readonly PageCommit[]): Html {
  const markOf = ({ sha }: PageCommit) => getMark(repository, pull?.baseBranch ?? '', sha)
  const items = commits.map(
    (commit) =>
      html`<li>${phaseChip(commit, markOf(commit))} <span class="subject">${commit.subject}</span> ${commitLink(repository.fullName, commit.sha)}</li>`,
  )
  return html`<div class="event"><p class="dim">${count(commits.length, 'commit')} by ${authors(commits)}</p><ul class="pushed" aria-label="Commits added">${items}</ul></div>`
}

function forcePush({ fullName }: Repository, { actor, before, after, at }: Activity): Html {
  const way = html`from ${commitLink(fullName, before)} to ${commitLink(fullName, after)}`
  return html`<p class="event dim">${userLink(actor)} force-pushed this branch ${way} ${time(at)}</p>`
}

const authors = (commits: readonly PageCommit[]) => [...new Set(commits.map(({ author }) => author))].join(', ')

function ending({ fullName }: Repository, { pull, closedAt }: Issue): Html {
  const at = time(closedAt ?? '')
  if (pull === null || pull.mergedAt === null) return html`<p class="event ended">Closed this ${at}</p>`
  const who = pull.mergedBy === null ? html`Somebody` : userLink(pull.mergedBy)
  const what = pull.mergeCommitSha === null ? NOTHING : html` as ${commitLink(fullName, pull.mergeCommitSha)}`
  return html`<p class="event ended">${who} merged this into <code>${pull.baseBranch}</code>${what} ${when(true, at)}</p>`
}
