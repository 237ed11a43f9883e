/** Pages with one message, and the front page: each says what its reader can do. */
import { GATE_CHECK } from '../../core/status/checks.ts'
import { type Html, html, NOTHING } from '../text/html.ts'
import { toWebPage } from './layout.ts'

const FORGED = 'This sign-in was not started in this browser, or it took longer than ten minutes. Open the page again.'

export const MESSAGE_PAGES = {
  forged: toMessagePage('Not signed in', html`<p>${FORGED}</p>`),
  signedOut: toMessagePage('Signed out', html`<p>Open a page again to sign in.</p>`),
  method: toMessagePage('Not allowed', html`<p>Pages can only be read.</p>`),
  unavailable: toMessagePage(
    'GitHub does not answer',
    html`<p>The App cannot ask GitHub what you may read. Try again later.</p>`,
  ),
  /** For an address that no page has. */
  unknown: toMessagePage(
    'Not found',
    html`<p>No page has this address. <a href="/">The front page</a> finds pages by name.</p>`,
  ),
  /** For a signed-in reader: for what does not exist, and alike for what the reader may not read. */
  missing: toMessagePage(
    'Not found',
    html`<p>There is no such page, or you may not read its repository. The App does not say which.</p>
<ul><li>Check owner, repository and number in the address.</li>
<li>Sign out, then open it again with the account that may read the repository on GitHub. An organisation may ask for a new sign-in with its SSO.</li>
<li>The App shows a pull request once it has evaluated it. Its check <code>${GATE_CHECK}</code> leads to the page.</li></ul>`,
    true,
  ),
} as const

/** Finds the page of a repository, a pull request or an owner by a query with its name or address; null: there is none. */
export function findPage(query: string): string | null {
  const name = new URLSearchParams(query).get('name') ?? ''
  const { owner, repo, number } = NAMED.exec(name.trim())?.groups ?? {}
  if (owner === undefined) return null
  if (repo === undefined) return `/o/${owner}`
  return `/r/${owner}/${repo}${number === undefined ? '' : `/pull/${number}`}`
}

const NAMED =
  /^(?:https:\/\/[^/\s]+\/)?(?<owner>[\w.-]{1,100})(?:\/(?<repo>[\w.-]{1,100})(?:(?:#|\/pull\/)(?<number>\d{1,10}))?)?$/

export function toFrontPage(isSignedIn: boolean): string {
  const content = html`<p>This App lets a pull request merge only when every subtask went RED, then GREEN. Open the page of a repository, a pull request, or an organisation:</p>
<form action="/find"><label>Name or address <input name="name" required maxlength="300" placeholder="owner/repository#1" autocomplete="off"></label> <button>Open</button></form>
<p><em>Details</em> of the check <code>${GATE_CHECK}</code> leads to the page of its pull request. Each page shows only what you may read on GitHub.</p>
${isSignedIn ? NOTHING : html`<p><a href="/sign-in">Sign in with GitHub</a></p>`}`
  return toMessagePage('Pages of this App', content, isSignedIn)
}

function toMessagePage(title: string, message: Html, isSignedIn = false): string {
  const content = html`<header><h1>${title}</h1></header><main><div class="card">${message}</div></main>`
  return toWebPage({ title, isSignedIn, path: [['tdd-gate', '/']] }, content)
}
