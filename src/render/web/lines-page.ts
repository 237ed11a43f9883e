/** The changed lines of a commit, each with what holds it. */
import type { JudgedCommit } from '../../core/model/finding.ts'
import type { PatchedFile } from '../../core/text/patch.ts'
import { LEGEND, patchHtml } from '../gate-report/held-lines.ts'
import { formatPhase } from '../text/format.ts'
import { type Html, html } from '../text/html.ts'

export function toLinesContent(commit: JudgedCommit, files: readonly PatchedFile[]): Html {
  return html`<header><span class="pill ${commit.phase === 'red' ? 'red' : 'green'}">${formatPhase(commit)}</span>
<h1>${commit.subject}</h1><p class="dim">What holds each changed line of <code>${commit.sha}</code></p></header><main>
<p class="small dim">${LEGEND}</p>
${files.map((file) => patchHtml(file, commit.lines ?? []))}</main>`
}
