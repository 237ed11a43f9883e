/** Pages that list: all repositories, one repository, one person. */
import type { Issue, Repository, User, WorkflowRun, World } from '../world.ts'
import { getState } from './check-words.ts'
import { type Html, html, when } from './html.ts'
import { avatar, checkChip, commitLink, count, issueChip, labelChips, time, userLink } from './parts.ts'
import { issueAddress } from './references.ts'

const MAX_LISTED = 200

export function homePage(world: World): Html {
  const all = [...world.repositories.values()]
  return html`<header class="title"><h1>Repositories</h1></header>${repositoryList(world, all)}`
}

function repositoryList(world: World, repositories: readonly Repository[]): Html {
  if (repositories.length === 0) return html`<p class="dim">There are none yet.</p>`
  const items = repositories.map((repository) => repositoryItem(world, repository))
  return html`<ul class="list" aria-label="Repositories">${items}</ul>`
}

function repositoryItem(world: World, repository: Repository): Html {
  const { fullName, isPrivate, fork, issues } = repository
  const open = [...issues.values()].filter(({ state }) => state === 'open')
  const pulls = open.filter(({ pull }) => pull !== null).length
  const words = [count(pulls, 'open pull request'), count(open.length - pulls, 'open issue')].join(', ')
  return html`<li class="card"><h2><a href="/${fullName}">${fullName}</a></h2>
<p class="row"><span class="tag">${isPrivate ? 'Private' : 'Public'}</span>${when(fork !== null, html`<span class="tag">Fork</span>`)} <span class="dim">${words}</span></p>${whoIsWho(world, repository)}</li>
`
}

/** The people with a role, and the Apps that are installed. */
function whoIsWho({ users, installations }: World, { id, owner, roles }: Repository): Html {
  const people = [...roles].map(([login, role]) => [users.get(login), role] as const)
  const apps = [...installations.values()]
    .filter(({ account, repositoryIds }) => account === owner && (repositoryIds?.has(id) ?? true))
    .map(({ app }) => [app.bot, 'App'] as const)
  const items = [...people, ...apps].flatMap(([user, role]) =>
    user ? [html`<li>${avatar(user)} ${userLink(user)} <span class="dim">${role}</span></li>`] : [],
  )
  return when(items.length > 0, html`<h3>Who is who</h3><ul class="who">${items}</ul>`)
}

export function repositoryPage(world: World, repository: Repository): Html {
  const issues = [...repository.issues.values()].toSorted((a, b) => b.number - a.number)
  const pulls = issues.filter(({ pull }) => pull !== null)
  const others = issues.filter(({ pull }) => pull === null)
  return html`<header class="title"><h1>${repository.fullName}</h1></header>${whoIsWho(world, repository)}
${issueList(repository, 'Pull requests', pulls)}${issueList(repository, 'Issues', others)}${runList(repository)}`
}

function issueList(repository: Repository, title: string, issues: readonly Issue[]): Html {
  const id = title.toLowerCase().replace(' ', '-')
  const items = issues.slice(0, MAX_LISTED).map(
    (
      issue,
    ) => html`<li class="card">${issueChip(issue)} <span class="what"><a href="${issueAddress(repository, issue)}"><strong>${issue.title}</strong></a>
<span class="dim">#${issue.number} by ${userLink(issue.author)}, ${time(issue.createdAt)}</span>${labelChips(issue)}</span></li>
`,
  )
  const list = html`<ul class="list rows" aria-labelledby="${id}">${items}</ul>`
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <span class="count">${issues.length}</span></h2>
${issues.length === 0 ? html`<p class="dim">There are none yet.</p>` : list}</section>
`
}

function runList({ runs, fullName }: Repository): Html {
  const items = runs
    .toReversed()
    .slice(0, MAX_LISTED)
    .map((run) => runItem(fullName, run))
  return when(
    items.length > 0,
    html`<section aria-labelledby="runs"><h2 id="runs">Workflow runs <span class="count">${runs.length}</span></h2>
<ul class="list rows" aria-labelledby="runs">${items}</ul></section>`,
  )
}

function runItem(fullName: string, run: WorkflowRun): Html {
  const { id, name, number, event, headBranch, headSha, createdAt } = run
  return html`<li class="card">${checkChip(getState(run))} <span class="what"><a href="/${fullName}/actions/runs/${id}"><strong>${name} #${number}</strong></a>
<span class="dim">${event} on <code>${headBranch}</code> at ${commitLink(fullName, headSha)}, ${time(createdAt)}</span></span></li>
`
}

export function personPage(world: World, user: User): Html {
  const own = [...world.repositories.values()].filter(({ owner }) => owner === user)
  return html`<header class="title">${avatar(user)}<h1>${user.login}</h1><p class="dim">${user.type}</p></header>${repositoryList(world, own)}`
}
