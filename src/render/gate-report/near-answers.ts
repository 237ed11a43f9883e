/** Shows what functions of a GREEN answer beside the examples of their drivers. */
import { short } from '../../core/model/commit.ts'
import type { NearAnswers } from '../../core/model/counterfactuals.ts'
import type { JudgedCommit } from '../../core/model/finding.ts'
import { standingCommits } from '../text/format.ts'
import { type Html, html, NOTHING } from '../text/html.ts'
import { code, table } from '../text/markdown.ts'
import { foldedHtml } from './report-commits.ts'
import type { RunReport } from './run-report.ts'
import type { MarkdownLines } from './sections.ts'

const TITLE = 'What functions answer beside their examples'
const ABOUT = 'Nothing judges these answers: read whether they are right.'
const HEAD = ['call', 'answer', 'in a test'] as const
const MAX_TABLES = 20

type Shown = NearAnswers & Pick<JudgedCommit, 'sha'>

/** The newest ones. */
function getShown({ decision }: RunReport): readonly Shown[] {
  const commits = decision ? standingCommits(decision) : []
  return commits.flatMap(({ sha, answers = [] }) => answers.map((one) => ({ ...one, sha }))).slice(-MAX_TABLES)
}

/** Renders the section of the summary and the check. */
export function nearAnswersSection(report: RunReport): MarkdownLines {
  const shown = getShown(report)
  if (shown.length === 0) return []
  const tables = shown.flatMap(({ sha, path, line, rows }) => [
    '',
    `${code(`${path}:${line}`)} at ${code(short(sha))}:`,
    '',
    ...table(
      HEAD,
      rows.map(({ call, answer, isExample }) => [code(call), code(answer), isExample ? 'yes' : '']),
    ),
  ])
  return [`## ${TITLE}`, '', ABOUT, ...tables]
}

/** Renders the section of the report page. */
export function nearAnswersHtml(report: RunReport): Html {
  const shown = getShown(report)
  if (shown.length === 0) return NOTHING
  const tables = shown.map(({ sha, path, line, rows }) => {
    const cells = rows.map(
      ({ call, answer, isExample }) =>
        html`<tr><td><code>${call}</code></td><td><code>${answer}</code></td><td>${isExample ? 'yes' : ''}</td></tr>
`,
    )
    return html`<h3><code>${path}:${String(line)}</code> at <a href="#c-${sha}"><code>${short(sha)}</code></a></h3><table><thead><tr>${HEAD.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>
${cells}</tbody></table>
`
  })
  return html`${foldedHtml(TITLE, html`<div class="card scroll"><p class="dim small">${ABOUT}</p>${tables}</div>`)}
`
}
