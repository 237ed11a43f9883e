/** Renders the remaining steps after the creation of the App, up to the first merge. */
import { html } from '../../render/text/html.ts'
import { toSetUpPage } from './page.ts'

export const SUCCESS_PAGE = toSetUpPage(
  'The App runs',
  html`<p>Its number, key and secret are in <code>.env</code>. This process is the App now.</p>
<ol class="card">
<li>In the App's settings at GitHub, <em>Webhook URL</em>: <code>https://&lt;public host&gt;/api/github/webhooks</code>, which leads to this machine; <em>Active</em> is ticked.</li>
<li>Install the App on your repository.</li>
<li>Run <code>tdd-gate init</code> in the repository and merge what it writes.</li>
<li>Comment <code>/tdd start</code> on an issue with a checklist, and push RED and GREEN to the branch that the App opens.</li>
<li>When the check <code>tdd-gate</code> is green: mark the pull request ready for review, review it, then <em>Squash and merge</em>.</li>
</ol>`,
)
