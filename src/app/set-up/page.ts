/** Renders the frame of all set-up pages, in the style of the report. */
import { STYLE } from '../../render/gate-report/report-style.ts'
import { type Html, html } from '../../render/text/html.ts'

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
