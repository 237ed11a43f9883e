/** Renders the pages of the set-up, in the style of the report. */
import { STYLE } from '../../render/gate-report/report-style.ts'
import { type Html, html } from '../../render/text/html.ts'
import type { Secrets } from './secrets-file.ts'

export const HTML = 'text/html; charset=utf-8'

export interface Page {
  readonly status: number
  readonly text: string
  /** Plain text by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The settings that are written: nothing is left to set up. */
  readonly secrets?: Secrets
}

export function leadTo(location: string, headers: Page['headers'] = {}): Page {
  return { status: 303, text: '', headers: { location, ...headers } }
}

const FORMS: Html = {
  html: `<style>
main, header { max-width: 720px; } ol { padding-left: 22px; } ol li { margin: 8px 0; }
label { display: block; margin: 0 0 14px; font-weight: 600; }
input, textarea { display: block; width: 100%; margin-top: 4px; padding: 8px 10px; font: inherit; color: inherit; background: var(--bg);
  border: 1px solid var(--line); border-radius: 8px; }
button { padding: 10px 18px; border: 0; border-radius: 8px; font: inherit; font-weight: 600; color: var(--on); background: var(--green); cursor: pointer; }
input:focus-visible, textarea:focus-visible, button:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
ul.permissions { list-style: none; } .permissions li { margin: 6px 0; }
@media (max-width: 560px) { button { width: 100%; } }
</style>`,
}

/** @param title of the window and of the page */
export function toSetUpPage(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>tdd-gate: ${title}</title>
${STYLE}${FORMS}</head><body>
<header><span class="badge other">tdd-gate</span>
<h1>${title}</h1></header>
<main>${content}</main></body></html>
`.html
}

/** The form for an existing App. It works without scripts. */
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

/** The remaining steps after the creation of the App, up to the first merge. */
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
