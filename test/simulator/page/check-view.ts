/** A check run as the Checks tab shows it: title, summary and text as Markdown, annotations, buttons. */
import type { CheckRun, Repository, World } from '../world.ts'
import { type Html, html, NOTHING, when } from './html.ts'
import { toMarkdown } from './markdown.ts'
import { commitLink, count, runChip, time } from './parts.ts'
import { linker } from './references.ts'

const MAX_ANNOTATIONS = 100
/** A longer text is folded: the summary comes first. */
const MAX_OPEN_TEXT = 1_500

export function checkArticle(world: World, repository: Repository, run: CheckRun): Html {
  const { id, name, app, output, sha } = run
  const toLinks = linker(world, repository)
  const markdown = (text: string | null) => (text ? toMarkdown(text, { toLinks }) : NOTHING)
  return html`<article class="card run" id="check-${id}" aria-labelledby="check-${id}-name">
<header><h3 id="check-${id}-name"><a href="/${repository.fullName}/runs/${id}">${name}</a></h3> ${runChip(run)}
<p class="dim">by ${app.name} on ${commitLink(repository.fullName, sha)}, ${times(run)}</p></header>
${output.title ? html`<p class="output-title">${output.title}</p>` : NOTHING}
${markdown(output.summary)}${annotationList(run)}${getText(output.text, markdown)}${buttons(run)}${logLink(repository, run)}</article>
`
}

function times({ startedAt, completedAt }: CheckRun): Html {
  if (completedAt === null) return html`since ${time(startedAt)}`
  const seconds = Math.max(0, Math.round((Date.parse(completedAt) - Date.parse(startedAt)) / 1000))
  return html`${time(completedAt)}${when(seconds > 0, html` after ${count(seconds, 'second')}`)}`
}

function getText(text: string | null, markdown: (text: string | null) => Html): Html {
  if (!text) return NOTHING
  return html`<details class="text" ${text.length > MAX_OPEN_TEXT ? NOTHING : { html: 'open' }}><summary>Details</summary>${markdown(text)}</details>`
}

const LEVELS: Readonly<Record<string, { readonly word: string; readonly tone: string; readonly sign: string }>> = {
  failure: { word: 'Error', tone: 'bad', sign: '✗' },
  warning: { word: 'Warning', tone: 'waiting', sign: '!' },
  notice: { word: 'Notice', tone: 'quiet', sign: 'i' },
}

function annotationList({ id, annotations }: CheckRun): Html {
  if (annotations.length === 0) return NOTHING
  const left = annotations.length - MAX_ANNOTATIONS
  return html`<section class="annotations" aria-labelledby="check-${id}-annotations"><h4 id="check-${id}-annotations">Annotations (${annotations.length})</h4>
<ul>${annotations.slice(0, MAX_ANNOTATIONS).map(annotationItem)}</ul>${when(left > 0, html`<p class="dim">and ${left} more</p>`)}</section>
`
}

function annotationItem(annotation: CheckRun['annotations'][number]): Html {
  const of = (name: string) => String(annotation[name] ?? '')
  const { word, tone, sign } = LEVELS[of('annotation_level')] ?? { word: 'Unknown', tone: 'bad', sign: '?' }
  const [first, last] = [of('start_line'), of('end_line')]
  const lines = first === last || last === '' ? first : `${first}-${last}`
  return html`<li class="annotation ${tone}"><p><span class="check ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>
<code>${of('path')}${lines === '' ? '' : `:${lines}`}</code> <strong>${of('title')}</strong></p>
<p class="said">${of('message')}</p>${of('raw_details') === '' ? NOTHING : html`<pre>${of('raw_details')}</pre>`}</li>
`
}

/** They are shown, not pressed: the verbs of the local GitHub press them. */
function buttons({ actions }: CheckRun): Html {
  if (actions.length === 0) return NOTHING
  const items = actions.map(({ label, description }) => html`<li><strong>${label}</strong>: ${description}</li>`)
  return html`<h4>Buttons</h4><ul class="buttons">${items}</ul>`
}

/** Of a job: where its log is. */
function logLink({ runs, fullName }: Repository, { suite, name }: CheckRun): Html {
  const run = runs.find((each) => each.suite === suite)
  return run?.logs.has(name) ? html`<p><a href="/${fullName}/actions/runs/${run.id}">Log of the job</a></p>` : NOTHING
}
