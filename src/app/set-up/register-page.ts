/** Renders the page that sends the manifest to GitHub, or explains the missing settings. */
import { html } from '../../render/text/html.ts'
import { readManifest } from './manifest.ts'
import { toPage } from './page.ts'

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
  'GitHub must reach the App: start it with WEBHOOK_PROXY_URL=https://<public host>/api/github/webhooks, where TLS ends or a proxy passes on to this process'

/** Returns a whole page. */
export function registerPage(registration: Registration): string {
  const { hook } = registration
  return toPage('the first start', hook === null ? NEEDED : getForm({ ...registration, hook }))
}

/** Flow and fields: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
function getForm({ ownUrl, serverUrl, owner, hook, state }: Registration & { readonly hook: string }) {
  const place = owner === null ? '' : `/organizations/${encodeURIComponent(owner)}`
  // GitHub refuses events without a webhook, and webhooks at localhost.
  const manifest = {
    ...readManifest(),
    hook_attributes: { url: hook, active: true },
    redirect_url: `${ownUrl}/probot/setup`,
  }
  return html`<h1>Make the App</h1>
<p>GitHub will own its registration, and send what happens to <code>${hook}</code>. Its number, key and secret come back to <code>.env</code> here.</p>
<form action="${`${serverUrl}${place}/settings/apps/new?state=${state}`}" method="post">
<button name="manifest" value="${JSON.stringify(manifest)}">Make it at GitHub</button>
</form>
<p>There is one already? <a href="/probot/import">Use it</a>.</p>`
}

const NEEDED = html`<h1>First: an address that GitHub reaches</h1>
<p>GitHub sends webhooks to the App, and makes none that listens at localhost. Stop this process and start it with the public address:</p>
<pre>WEBHOOK_PROXY_URL=https://&lt;public host&gt;/api/github/webhooks npm start</pre>
<p>TLS ends before this process (<code>HOST</code>, <code>PORT</code>), which answers <code>/api/github/webhooks</code>. Without a public
host a proxy for webhooks will do to try it, for example a channel of smee.io with its client.</p>
<p>There is an App already? <a href="/probot/import">Use it</a>; its <em>Webhook URL</em> is in its settings at GitHub.</p>`
