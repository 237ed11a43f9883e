/** Renders open pull requests as rows with the strip of their phases, and times as a trend. */
import { toFigures } from '../../core/status/pull-figures.ts'
import type { StoredPull } from '../../core/status/pull-record.ts'
import { count } from '../../core/util/count.ts'
import { type Html, html, NOTHING, toTimeHtml } from '../text/html.ts'

const MAX_ROWS = 100
/** Accepted commits of a strip, the last ones. */
const MAX_STEPS = 24
/** Values of a trend, the last ones. */
const MAX_BARS = 30
const BAR = { width: 6, gap: 2, height: 28 } as const

/** @param address of the repository's page */
export function toOpenRows(pulls: readonly StoredPull[], address: string): Html {
  const open = pulls.filter(({ isOpen }) => isOpen)
  const left = open.length - MAX_ROWS
  return html`${open.slice(0, MAX_ROWS).map((pull) => toRow(pull, address))}${left > 0 ? html`<p class="dim">and ${count(left, 'more pull request')}: see the table as CSV</p>` : NOTHING}`
}

function toRow(pull: StoredPull, address: string): Html {
  const { number, at, summary } = pull
  const { title, conclusion, headline, accepted } = summary
  const { done, subtasks, attempts } = toFigures(pull)
  return html`<article class="card pull"><div class="title"><a href="${address}/pull/${number}">#${number}</a><span class="subject">${title}</span>
<span class="badge ${conclusion}">${conclusion.replace('_', ' ')}</span></div>
<p>${headline}</p>${toStrip(accepted)}
<p class="facts dim small"><span>${done} of ${count(subtasks, 'subtask')} done</span><span>${count(attempts, 'attempt')}</span><span>${getLogins(summary).join(', ')}</span>${toTimeHtml(at)}</p></article>
`
}

/** Returns the logins of all authors, and the agents that commits name. */
export function getLogins({ authors, agents = [] }: StoredPull['summary']): readonly string[] {
  return [...new Set([...authors, ...agents])]
}

function toStrip(accepted: StoredPull['summary']['accepted']): Html {
  if (accepted.length === 0) return NOTHING
  const steps = accepted.slice(-MAX_STEPS).map(({ phase, subtask }) => {
    const name = `${phase.toUpperCase()}${subtask === null ? '' : ` ${subtask}`}`
    return html`<li class="step ${phase}" title="${name}">${name.slice(0, 1)}</li>
`
  })
  return html`<ol class="strip" aria-label="Accepted commits, oldest first">${steps}</ol>`
}

/** Draws the minutes from RED to GREEN as bars, oldest first; one value alone is no trend. */
export function toTrend(minutes: readonly number[]): Html {
  if (minutes.length < 2) return NOTHING
  const shown = minutes.slice(-MAX_BARS)
  const most = Math.max(...shown)
  const step = BAR.width + BAR.gap
  const bars = shown.map((value, i) => {
    const tall = Math.max(1, Math.round((value / most) * BAR.height))
    return html`<rect x="${i * step}" y="${BAR.height - tall}" width="${BAR.width}" height="${tall}" rx="1"/>`
  })
  const [width, height] = [shown.length * step, BAR.height]
  const name = `RED to GREEN, oldest first: ${shown.map((value) => Math.round(value * 10) / 10).join(', ')} minutes`
  return html`<section aria-labelledby="trend"><h2 id="trend">From RED to GREEN</h2><p class="dim small">Minutes between both acceptances: a bar for each of the last ${shown.length} cycles.</p>
<div class="card"><svg class="trend" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${name}">${bars}</svg></div></section>
`
}
