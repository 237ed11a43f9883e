/** Pages with one message, and the front page: each says what its reader can do. */
import { GATE_CHECK } from '../../core/status/checks.ts'
import { type Html, html } from '../text/html.ts'
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
    html`<p>No page has this address. <a href="/">The front page</a> lists the addresses.</p>`,
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

/** @param url of the App: `https://tdd.acme.test` */
export function toFrontPage(url: string, isSignedIn: boolean): string {
  const content = html`<p>This App lets a pull request merge only when every subtask went RED, then GREEN. It has these pages:</p>
<ul><li><code>${url}/r/&lt;owner&gt;/&lt;repository&gt;/pull/&lt;number&gt;</code>: a pull request. <em>Details</em> of its check <code>${GATE_CHECK}</code> leads there.</li>
<li><code>${url}/r/&lt;owner&gt;/&lt;repository&gt;</code>: a repository</li>
<li><code>${url}/o/&lt;owner&gt;</code>: an organisation or user</li></ul>
<p>Each page asks you to sign in with GitHub, and shows only what you may read there.</p>`
  return toMessagePage('The pages of this App', content, isSignedIn)
}

function toMessagePage(title: string, message: Html, isSignedIn = false): string {
  const content = html`<header><h1>${title}</h1></header><main><div class="card">${message}</div></main>`
  return toWebPage({ title, isSignedIn, path: [['tdd-gate', '/']] }, content)
}
