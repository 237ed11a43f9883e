/** Renders the form for an existing App. It works without scripts. */
import { html } from '../../render/text/html.ts'
import { toPage } from './page.ts'

export const IMPORT_PAGE = toPage(
  'use an App that exists',
  html`<h1>Use an App that exists</h1>
<p>All three are in the App's settings at GitHub. They are written to <code>.env</code> here, which only you can read.</p>
<form action="/probot/import" method="post">
<label>App ID <input name="appId" inputmode="numeric" required></label>
<label>Webhook secret <input name="webhook_secret" type="password" autocomplete="off" required></label>
<label>Private key, the text of the .pem file <textarea name="pem" rows="6" autocomplete="off" required></textarea></label>
<button>Use it</button>
</form>`,
)
