/** The frame of every page of the App and its style sheet. */
import { CSS } from '../gate-report/report-style.ts'
import { type Html, html, NOTHING } from '../text/html.ts'

interface PageFrame {
  readonly title: string
  readonly isSignedIn: boolean
  /** Addresses from the owner to this page. */
  readonly path: readonly (readonly [label: string, address: string])[]
  /** Is measured now: with the script the page renews itself. */
  readonly isLive?: boolean
}

/** No script or style in the page itself, nothing from elsewhere, and no other site may frame it. */
export const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export const STYLE_PATH = '/assets/style.css'
export const SCRIPT_PATH = '/assets/live.js'

export function toWebPage({ title, isSignedIn, path, isLive = false }: PageFrame, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title} - tdd-gate</title><link rel="stylesheet" href="${STYLE_PATH}">
${isLive ? html`<script src="${SCRIPT_PATH}" defer></script>` : NOTHING}</head><body>
<a class="skip" href="#content">Skip to content</a>
<div class="bar-top"><nav aria-label="Place">${path.map(toCrumb)}</nav>${isSignedIn ? SIGN_OUT : NOTHING}</div>
<div id="content"${isLive ? html` data-live` : NOTHING}>${content}</div></body></html>`.html
}

function toCrumb([text, address]: readonly [string, string], index: number): Html {
  return html`${index > 0 ? html`<span class="dim" aria-hidden="true"> / </span>` : NOTHING}<a href="${address}">${text}</a>`
}

const SIGN_OUT = html`<form method="post" action="/sign-out"><button>Sign out</button></form>`

/** The style of the report, and what only these pages have. */
export const WEB_CSS = `${CSS}
.skip { position: absolute; left: -999px; } .skip:focus { position: static; display: block; padding: 8px 20px; }
.bar-top { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; justify-content: space-between; max-width: 1040px; margin: 0 auto;
  padding: 14px 20px 0; } .bar-top form { margin: 0; }
#content > header { padding-top: 16px; }
button { font: inherit; font-size: 13px; padding: 3px 12px; border: 1px solid var(--line); border-radius: 8px; color: inherit; background: var(--card);
  cursor: pointer; } button:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.assume { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); gap: 12px 20px; align-items: end; }
.assume label { display: grid; gap: 4px; font-size: 13px; min-width: 0; } .assume .wide { grid-column: 1 / -1; } .assume button { justify-self: start; }
select, input, textarea { font: inherit; font-size: 14px; padding: 5px 8px; width: 100%; border: 1px solid var(--grey); border-radius: 8px; color: inherit;
  background: var(--bg); } textarea { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
select, input { height: 34px; }
select:focus-visible, input:focus-visible, textarea:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
/* A shadow at an edge shows that a table goes on there. */
.scroll { background: linear-gradient(to right, var(--card) 40%, transparent) 0 0 / 36px 100% no-repeat local,
  linear-gradient(to left, var(--card) 40%, transparent) 100% 0 / 36px 100% no-repeat local,
  linear-gradient(to right, var(--line), transparent) 0 0 / 14px 100% no-repeat scroll,
  linear-gradient(to left, var(--line), transparent) 100% 0 / 14px 100% no-repeat scroll, var(--card); }
.scroll td:first-child { white-space: nowrap; }
.scroll:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.superseded, .step.superseded, .commit.superseded { opacity: 1; }
.pull .strip { margin: 8px 0; } .pull p { margin: 4px 0; } .trend { display: block; fill: var(--blue); max-width: 100%; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.said { list-style: none; padding: 0; margin: 0; } .said li { padding: 8px 0; border-bottom: 1px solid var(--line); } .said li:last-child { border: 0; }
`
