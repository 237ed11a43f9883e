/** Small parts that every page has: people, times, states, commits by their id. */
import type { CheckRun, Issue, User } from '../world.ts'
import type { CheckState } from './check-words.ts'
import { getState } from './check-words.ts'
import { type Html, html, NOTHING, when } from './html.ts'

const HUES = 8
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const SHORT = 9

export const short = (sha: string) => sha.slice(0, SHORT)

/** An initial on a colour, so that no picture is fetched. Its name always stands beside it. */
export function avatar({ login, id, type }: User): Html {
  const job = [...login][0]?.toUpperCase() ?? '?'
  return html`<span class="avatar hue-${id % HUES} ${type === 'Bot' ? 'bot' : ''}" aria-hidden="true">${job}</span>`
}

export function userLink({ login, type }: User): Html {
  const [name = ''] = login.split('[bot]')
  return html`<a class="user" href="/${name}">${name}</a>${when(type === 'Bot', html` <span class="tag">bot</span>`)}`
}

/** `22 Nov 2026, 02:33 UTC` */
export function time(iso: string): Html {
  const [date = '', clock = ''] = iso.split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  const words = `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}, ${clock.slice(0, 5)} UTC`
  return html`<time datetime="${iso}">${words}</time>`
}

export interface IssueState {
  readonly word: 'Open' | 'Draft' | 'Merged' | 'Closed'
  readonly sign: string
}

export function issueState({ state, pull }: Issue): IssueState {
  if (pull !== null && pull.mergedAt !== null) return { word: 'Merged', sign: '⇥' }
  if (state === 'closed') return { word: 'Closed', sign: '✕' }
  return pull?.isDraft ? { word: 'Draft', sign: '◌' } : { word: 'Open', sign: '●' }
}

export function issueChip(issue: Issue): Html {
  const { word, sign } = issueState(issue)
  return html`<span class="state ${word.toLowerCase()}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}

export function labelChips({ labels }: Issue): Html {
  const chips = [...labels].map((label) => html`<li class="tag">${label}</li>`)
  return chips.length === 0 ? NOTHING : html`<ul class="labels" aria-label="Labels">${chips}</ul>`
}

export function checkChip({ tone, word, sign }: CheckState): Html {
  return html`<span class="check ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}

export const runChip = (run: CheckRun) => checkChip(getState(run))

export function commitLink(fullName: string, sha: string): Html {
  return html`<a class="sha" href="/${fullName}/commit/${sha}"><code>${short(sha)}</code></a>`
}

export function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}
