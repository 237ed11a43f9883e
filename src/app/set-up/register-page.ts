/** Renders the page that sends the manifest to GitHub, or explains the missing settings. */
import { type Html, html } from '../../render/text/html.ts'
import { CALLBACK } from '../web/oauth.ts'
import { type Permission, readManifest, readPermissions } from './manifest.ts'
import { toSetUpPage } from './page.ts'

export interface Registration {
  /** `http://localhost:3000`, as the browser calls this process. */
  readonly ownUrl: string
  readonly serverUrl: string
  /** The organisation that will own the App; null: the logged-in user. */
  readonly owner: string | null
  /** The address for GitHub's webhooks; null: not configured. */
  readonly hook: string | null
  /** Returned with GitHub's answer. */
  readonly state: string
}

export const NEEDS_ADDRESS =
  'GitHub must reach the App: start it with WEBHOOK_PROXY_URL=https://<public host>/api/github/webhooks, where TLS ends or a proxy passes on to this process. For a trial open a channel at https://smee.io/new, and start it with WEBHOOK_PROXY_URL=https://smee.io/<channel>'

/** Returns a whole page. */
export function registerPage(registration: Registration): string {
  const { hook } = registration
  return hook === null
    ? toSetUpPage('First: an address that GitHub reaches', NEEDED)
    : toSetUpPage('Create the App', getForm({ ...registration, hook }))
}

/** Flow and fields: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
function getForm({ ownUrl, serverUrl, owner, hook, state }: Registration & { readonly hook: string }): Html {
  const place = owner === null ? '' : `/organizations/${encodeURIComponent(owner)}`
  // GitHub refuses events without a webhook, and webhooks at localhost.
  const manifest = {
    ...readManifest(),
    hook_attributes: { url: hook, active: true },
    redirect_url: `${ownUrl}/probot/setup`,
    // Where people come back from their sign-in to the pages, if these are turned on.
    callback_urls: [new URL(CALLBACK, hook).href],
  }
  return html`<p>GitHub creates an App that belongs to ${owner ?? 'your account'} and is private. It sends its webhooks to <code>${hook}</code>.
Its number, key and secret come back to <code>.env</code> here. Then GitHub asks for the repositories that the App may see.</p>
<form action="${`${serverUrl}${place}/settings/apps/new?state=${state}`}" method="post">
<button name="manifest" value="${JSON.stringify(manifest)}">Create it on GitHub</button>
</form>
<p>The App exists already? <a href="/probot/import">Use it</a>.</p>
<h2>What the App may do, and what for</h2>
<ul class="card permissions">${readPermissions().map(toItem)}</ul>
<p class="dim small">The list comes from <code>app.yml</code>. The App cannot read or change anything else.</p>`
}

function toItem({ name, access, reason }: Permission): Html {
  const tone = access === 'write' ? 'warn' : 'other'
  return html`<li><code>${name}</code> <span class="pill ${tone}">${access}</span> ${reason}</li>
`
}

const NEEDED = html`<p>GitHub sends webhooks to the App, and creates none that listens at localhost. Stop this process and start it with the public address:</p>
<pre>WEBHOOK_PROXY_URL=https://&lt;public host&gt;/api/github/webhooks npm start</pre>
<p>TLS ends before this process (<code>HOST</code>, <code>PORT</code>), which answers <code>/api/github/webhooks</code>.</p>
<p>You have no public host? <a href="https://smee.io/new">smee.io/new</a> leads to a channel, from which the App takes its webhooks. Use it for a trial:
who knows the address of a channel reads what passes it.</p>
<pre>WEBHOOK_PROXY_URL=https://smee.io/&lt;channel&gt; npm start</pre>
<p>The App exists already? <a href="/probot/import">Use it</a>; its <em>Webhook URL</em> is in its settings at GitHub.</p>`
