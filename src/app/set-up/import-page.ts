/** Renders the form for an existing App. It works without scripts. */
import { html } from '../../render/text/html.ts'
import { toSetUpPage } from './page.ts'

export const IMPORT_PAGE = toSetUpPage(
  'Use an existing App',
  html`<p>The number and new private keys are in the App's settings at GitHub. All three are written to <code>.env</code> here, which only you can read.</p>
<form class="card" action="/probot/import" method="post">
<label>App ID <input name="appId" inputmode="numeric" required></label>
<label>Webhook secret <input name="webhook_secret" type="password" autocomplete="off" required></label>
<label>Private key, the text of the .pem file <textarea name="pem" rows="6" autocomplete="off" spellcheck="false" required></textarea></label>
<button>Use this App</button>
</form>`,
)
