/** Pages of one thing: an issue, a commit, a check run, a workflow run with logs and artifacts. */
import type { ChangedFile } from '../git-read.ts'
import type { Artifact, CheckRun, Issue, Repository, WorkflowRun, World } from '../world.ts'
import { checkArticle } from './check-view.ts'
import { getState } from './check-words.ts'
import type { PageCommit } from './commits.ts'
import { type Html, html, NOTHING } from './html.ts'
import { logBlock } from './log.ts'
import { toMarkdown } from './markdown.ts'
import { checkChip, commitLink, count, issueChip, labelChips, runChip, time, userLink } from './parts.ts'
import { phaseChip } from './phase-chip.ts'
import { commitChecks } from './pull-page.ts'
import { issueAddress, linker } from './references.ts'
import { timeline } from './timeline.ts'

const MAX_FILES = 100
const MAX_PATCH_LINES = 400
const MAX_FILE_LINES = 2000

export function issuePage(world: World, repository: Repository, issue: Issue): Html {
  return html`<header class="title">${issueChip(issue)}<h1>${issue.title} <span class="number">#${issue.number}</span></h1>
<p class="dim">by ${userLink(issue.author)}, ${time(issue.createdAt)}</p>${labelChips(issue)}</header>
${subIssueList(repository, issue)}<section aria-labelledby="conversation"><h2 id="conversation">Conversation</h2>${timeline(world, repository, issue, [])}</section>`
}

/** Named by id, as GitHub keeps them. */
function subIssueList(repository: Repository, { subIssues }: Issue): Html {
  const found = [...repository.issues.values()].filter(({ id }) => subIssues.includes(id))
  if (found.length === 0) return NOTHING
  const items = found.map(
    (issue) =>
      html`<li class="card">${issueChip(issue)} <span class="what"><a href="${issueAddress(repository, issue)}">${issue.title}</a> <span class="dim">#${issue.number}</span></span></li>`,
  )
  return html`<section aria-labelledby="sub-issues"><h2 id="sub-issues">Sub-issues</h2><ul class="list rows">${items}</ul></section>`
}

export function commitPage(repository: Repository, commit: PageCommit, files: readonly ChangedFile[]): Html {
  const { sha, subject, body, author, date } = commit
  const left = files.length - MAX_FILES
  return html`<header class="title">${phaseChip(commit, '')}<h1>${subject}</h1><p class="dim">${author}, ${time(date)}, <code>${sha}</code></p></header>
${body === '' ? NOTHING : html`<pre class="card">${body}</pre>`}
<section aria-labelledby="checks"><h2 id="checks">Checks</h2><div class="card">${commitChecks(repository, sha)}</div></section>
<section aria-labelledby="files"><h2 id="files">Files <span class="count">${files.length}</span></h2>
${files.slice(0, MAX_FILES).map(fileCard)}${left > 0 ? html`<p class="dim">and ${left} more</p>` : NOTHING}</section>`
}

function fileCard({ filename, status, additions, deletions, patch }: ChangedFile): Html {
  const lines = patch.split('\n')
  const left = lines.length - MAX_PATCH_LINES
  const cut = left > 0 ? html`<p class="dim">and ${count(left, 'more line')}</p>` : NOTHING
  return html`<article class="card"><h3><code>${filename}</code></h3><p class="dim">${status}, +${additions} −${deletions}</p>
${patch === '' ? NOTHING : html`<pre class="patch" tabindex="0" role="region" aria-label="Changes of ${filename}">${lines.slice(0, MAX_PATCH_LINES).map(patchLine)}</pre>`}${cut}</article>
`
}

function patchLine(line: string): Html {
  const kind = ({ '+': 'added', '-': 'removed', '@': 'place' } as const)[line[0] ?? '']
  return kind === undefined ? html`${line}\n` : html`<span class="${kind}">${line}</span>\n`
}

/** The lines of a file, with the anchors of GitHub: `#L14`. */
export function filePage(path: string, text: string): Html {
  const lines = text.split('\n').slice(0, MAX_FILE_LINES)
  return html`<header class="title"><h1>${path}</h1></header>
<ol class="file card">${lines.map((line, at) => html`<li id="L${at + 1}">${line}</li>`)}</ol>`
}

export function checkPage(world: World, repository: Repository, run: CheckRun): Html {
  return html`<header class="title"><h1>${run.name}</h1>${getPulls(repository, run.sha)}</header>${checkArticle(world, repository, run)}`
}

function getPulls(repository: Repository, sha: string): Html {
  const found = [...repository.issues.values()].filter(({ pull }) => pull?.headSha === sha)
  return html`${found.map((issue) => html`<p>Pull request <a href="${issueAddress(repository, issue)}">${issue.title} #${issue.number}</a></p>`)}`
}

export function runPage(world: World, repository: Repository, run: WorkflowRun): Html {
  const { name, number, attempt, event, headBranch, headSha, actor, path, logs, summaries } = run
  const own = repository.checkRuns.filter(({ suite }) => suite === run.suite)
  const reported = own.filter((job) => own.findLast(({ name: other }) => other === job.name) === job)
  const toLinks = linker(world, repository)
  const card = (job: string, chip: Html) => jobCard(job, chip, logs.get(job), summaries.get(job) ?? '', toLinks)
  const silent = [...logs.keys()].filter((job) => !reported.some((each) => each.name === job))
  const artifacts = repository.artifacts.filter((artifact) => artifact.run === run)
  return html`<header class="title">${checkChip(getState(run))}<h1>${name} <span class="number">#${number}</span></h1>
<p class="dim">${event} by ${userLink(actor)} on <code>${headBranch}</code> at ${commitLink(repository.fullName, headSha)}, ${path}, attempt ${attempt}</p>
${getPulls(repository, headSha)}</header>
<section aria-labelledby="jobs"><h2 id="jobs">Jobs <span class="count">${reported.length + silent.length}</span></h2>
${reported.map((job) => card(job.name, runChip(job)))}${silent.map((job) => card(job, NOTHING))}</section>
<section aria-labelledby="artifacts"><h2 id="artifacts">Artifacts <span class="count">${artifacts.length}</span></h2>
${artifacts.length === 0 ? html`<p class="dim">There are none.</p>` : html`<ul class="list rows">${artifacts.map((artifact) => artifactItem(repository, artifact))}</ul>`}</section>`
}

/** What its steps summed up stands above what they printed. */
function jobCard(
  name: string,
  chip: Html,
  log: string | undefined,
  summary: string,
  toLinks: (text: string) => string,
): Html {
  const summedUp = summary.trim() === '' ? NOTHING : toMarkdown(summary, { toLinks })
  const printed = log === undefined ? html`<p class="dim">It has printed nothing yet.</p>` : logBlock(name, log)
  return html`<article class="card job"><header><h3>${name}</h3> ${chip}</header>${summedUp}${printed}</article>
`
}

function artifactItem({ fullName }: Repository, { id, name, run, bytes, isExpired }: Artifact): Html {
  const address = `/${fullName}/actions/runs/${run.id}/artifacts/${id}`
  const link = isExpired ? html`${name} (expired)` : html`<a href="${address}">${name}</a>`
  return html`<li class="card"><span class="what"><strong>${link}</strong> <span class="dim">${bytes.length} bytes</span></span></li>
`
}
