/** The merge box as HTML. */
import type { Repository } from '../world.ts'
import { checksHeadline, countWords } from './check-words.ts'
import { type Html, html, NOTHING, when } from './html.ts'
import type { CheckRow, MergeBox } from './merge-box.ts'
import { checkChip } from './parts.ts'

const SIGNS = { good: '✓', bad: '✗', due: '!', waiting: '◐', quiet: '–', merged: '⇥' } as const

export function mergeSection(repository: Repository, { tone, title, lines, checks }: MergeBox): Html {
  return html`<section class="card merge ${tone}" id="merge" aria-labelledby="merge-title">
${checkList(repository, checks)}<div class="part ${tone}"><h3 id="merge-title"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span> ${title}</h3>
${lines.map((line) => html`<p>${line}</p>`)}</div></section>
`
}

function checkList({ fullName }: Repository, checks: readonly CheckRow[]): Html {
  if (checks.length === 0) return NOTHING
  const states = checks.map(({ state }) => state)
  const { tone, words } = checksHeadline(states)
  return html`<div class="part ${tone}"><h3><span class="sign" aria-hidden="true">${SIGNS[tone]}</span> ${words}</h3><p>${countWords(states)}</p>
<ul class="rows" aria-label="Checks of the head">${checks.map((check) => checkRow(fullName, check))}</ul></div>
`
}

function checkRow(fullName: string, { name, source, state, words, isRequired, runId }: CheckRow): Html {
  const link = runId === null ? html`${name}` : html`<a href="/${fullName}/runs/${runId}">${name}</a>`
  return html`<li>${checkChip(state)} <span class="what"><strong>${link}</strong> <span class="dim">from ${source}</span>${words === '' ? NOTHING : html`<span class="words">${words}</span>`}</span>
${when(isRequired, html`<span class="tag required">Required</span>`)}</li>
`
}
