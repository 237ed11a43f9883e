/** A pull request on one page: conversation, commits, checks and the merge box, with tabs that lead down the page. */
import { getPull } from '../shapes/pull.ts'
import type { CheckRun, Issue, Pull, Repository, World } from '../world.ts'
import { checkArticle } from './check-view.ts'
import { getState } from './check-words.ts'
import { getMark } from './commit-mark.ts'
import { type PageCommit, readCommits } from './commits.ts'
import { type Html, html, NOTHING, when } from './html.ts'
import { latestRuns, type MergeBox, mergeBox } from './merge-box.ts'
import { mergeSection } from './merge-view.ts'
import { checkChip, commitLink, count, issueChip, labelChips, short, time, userLink } from './parts.ts'
import { getPhase, phaseChip } from './phase-chip.ts'
import { timeline } from './timeline.ts'

/** @param waiting numbers of the pull requests in the merge queue */
export async function pullPage(
  world: World,
  repository: Repository,
  issue: Issue,
  waiting: readonly number[],
): Promise<Html> {
  const pull = getPull(issue)
  const commits = await readCommits(repository, pull)
  const appName = (id: number) => world.apps.get(id)?.name ?? `the App with id ${id}`
  const box = mergeBox(repository, issue, { appName, waiting })
  const runs = latestRuns(repository, pull.headSha)
  return html`<header class="title">${issueChip(issue)}<h1>${issue.title} <span class="number">#${issue.number}</span></h1>
<p class="dim">${userLink(pull.mergedBy ?? issue.author)} ${pull.mergedAt === null ? 'wants to merge' : 'merged'} ${count(commits.length, 'commit')} into <code>${pull.baseBranch}</code> from <code>${headName(world, repository, pull)}</code></p>
${labelChips(issue)}</header>
${phaseStrip(repository, pull, commits)}
<nav class="tabs" aria-label="Parts of this page"><ul>
<li><a href="#conversation">Conversation</a></li><li><a class="verdict ${box.tone}" href="#merge">${verdictWords(box)}</a></li>
<li><a href="#commits">Commits <span class="count">${commits.length}</span></a></li><li><a href="#checks">Checks <span class="count">${runs.length}</span></a></li></ul></nav>
<section id="conversation" aria-labelledby="conversation-title"><h2 id="conversation-title">Conversation</h2>
<div class="talk">${timeline(world, repository, issue, commits)}
${mergeSection(repository, box)}</div></section>
${commitSection(repository, pull, commits)}
${checkSection(world, repository, pull, commits, runs)}`
}

function headName(world: World, repository: Repository, { headRepositoryId, headBranch }: Pull): string {
  if (headRepositoryId === repository.id) return headBranch
  const fork = [...world.repositories.values()].find(({ id }) => id === headRepositoryId)
  return `${fork?.owner.login ?? 'unknown'}:${headBranch}`
}

/** Short enough to stand beside the other tabs. */
function verdictWords({ title, tone }: MergeBox): string {
  if (tone === 'merged') return 'Merged'
  return tone === 'good' ? 'Ready to merge' : title
}

function phaseStrip(repository: Repository, { baseBranch }: Pull, commits: readonly PageCommit[]): Html {
  if (commits.length === 0) return NOTHING
  const steps = commits.map((commit) => {
    const mark = getMark(repository, baseBranch, commit.sha)
    return html`<li class="${mark}"><a href="#commit-${commit.sha}" title="${commit.subject}">${phaseChip(commit, mark)}</a></li>
`
  })
  return html`<ol class="phases" aria-label="Phases of the commits">${steps}</ol>`
}

function commitSection(repository: Repository, pull: Pull, commits: readonly PageCommit[]): Html {
  return html`<section id="commits" aria-labelledby="commits-title"><h2 id="commits-title">Commits</h2>
<ol class="commits" aria-label="Commits">${commits.map((commit) => commitItem(repository, pull, commit))}</ol></section>`
}

function commitItem(repository: Repository, { baseBranch }: Pull, commit: PageCommit): Html {
  const { sha, subject, author, date } = commit
  const { tone } = getPhase(commit)
  const mark = getMark(repository, baseBranch, sha)
  return html`<li id="commit-${sha}" class="${tone} ${mark}"><div class="card">
<p class="row">${phaseChip(commit, mark)} <strong class="subject">${subject}</strong> ${commitLink(repository.fullName, sha)}</p>
<p class="dim">${author}, ${time(date)}</p>${commitChecks(repository, sha)}</div></li>
`
}

export function commitChecks(repository: Repository, sha: string): Html {
  const runs = latestRuns(repository, sha)
  if (runs.length === 0) return html`<p class="dim">No checks.</p>`
  const items = runs.map(
    (
      run,
    ) => html`<li>${checkChip(getState(run))} <span class="what"><a href="/${repository.fullName}/runs/${run.id}">${run.name}</a>
<span class="words">${run.output.title ?? ''}</span></span></li>
`,
  )
  return html`<ul class="rows" aria-label="Checks of ${short(sha)}">${items}</ul>`
}

/** Those of the head whole, those of earlier commits folded. */
function checkSection(
  world: World,
  repository: Repository,
  { baseBranch }: Pull,
  commits: readonly PageCommit[],
  runs: readonly CheckRun[],
): Html {
  const earlier = commits
    .slice(0, -1)
    .toReversed()
    .flatMap((commit) => folded(world, repository, baseBranch, commit))
  const none = html`<p class="dim">No checks on the head yet.</p>`
  return html`<section id="checks" aria-labelledby="checks-title"><h2 id="checks-title">Checks</h2>
${runs.length === 0 ? none : runs.map((run) => checkArticle(world, repository, run))}
${when(earlier.length > 0, html`<h3 class="earlier">On earlier commits</h3>`)}${earlier}</section>`
}

function folded(world: World, repository: Repository, baseBranch: string, commit: PageCommit): Html[] {
  const mark = getMark(repository, baseBranch, commit.sha)
  const runs = latestRuns(repository, commit.sha)
  if (runs.length === 0) return []
  const articles = runs.map((run) => checkArticle(world, repository, run))
  const chips = runs.map((run) => checkChip(getState(run)))
  return [
    html`<details class="card folded"><summary>${phaseChip(commit, mark)} <span class="subject">${commit.subject}</span> ${chips}</summary>${articles}</details>
`,
  ]
}
