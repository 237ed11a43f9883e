/** Pages that list: all repositories, one repository, one person. */
import type { Issue, Repository, User, WorkflowRun, World } from '../world.ts'
import { getState } from './check-words.ts'
import { type Html, html, when } from './html.ts'
import { avatar, checkChip, commitLink, count, issueChip, labelChips, time, userLink } from './parts.ts'
import { issueAddress } from './references.ts'

const MAX_LISTED = 200

export function homePage({ repositories }: World): Html {
  return html`<header class="title"><h1>Repositories</h1></header>${repositoryList([...repositories.values()])}`
}

function repositoryList(repositories: readonly Repository[]): Html {
  if (repositories.length === 0) return html`<p class="dim">There are none yet.</p>`
  return html`<ul class="list" aria-label="Repositories">${repositories.map(repositoryItem)}</ul>`
}

function repositoryItem(repository: Repository): Html {
  const { fullName, isPrivate, fork, issues } = repository
  const open = [...issues.values()].filter(({ state }) => state === 'open')
  const pulls = open.filter(({ pull }) => pull !== null).length
  const words = [count(pulls, 'open pull request'), count(open.length - pulls, 'open issue')].join(', ')
  return html`<li class="card"><h2><a href="/${fullName}">${fullName}</a></h2>
<p class="row"><span class="tag">${isPrivate ? 'Private' : 'Public'}</span>${when(fork !== null, html`<span class="tag">Fork</span>`)} <span class="dim">${words}</span></p></li>
`
}

export function repositoryPage(repository: Repository): Html {
  const issues = [...repository.issues.values()].toSorted((a, b) => b.number - a.number)
  const pulls = issues.filter(({ pull }) => pull !== null)
  const others = issues.filter(({ pull }) => pull === null)
  return html`<header class="title"><h1>${repository.fullName}</h1></header>
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

export function personPage({ repositories }: World, user: User): Html {
  const own = [...repositories.values()].filter(({ owner }) => owner === user)
  return html`<header class="title">${avatar(user)}<h1>${user.login}</h1><p class="dim">${user.type}</p></header>${repositoryList(own)}`
}
