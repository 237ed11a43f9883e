/** What a job printed: lines of the runner have a look of their own, colours of terminals are left out. */
import { type Html, html, NOTHING } from './html.ts'

const MAX_LINES = 5_000
const ESCAPE_SEQUENCE = /\x1b(?:\[[\d;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g
const COMMAND = /^##\[(group|endgroup|error|warning|notice|debug|command|section)\](.*)$/

export function logBlock(name: string, log: string): Html {
  const lines = log.replace(ESCAPE_SEQUENCE, '').split(/\r?\n/)
  const left = lines.length - MAX_LINES
  const shown = lines.slice(-MAX_LINES).map(toLine)
  const cut = left > 0 ? html`<p class="dim">${left} earlier lines are left out.</p>` : NOTHING
  return html`${cut}<pre class="log" tabindex="0" role="region" aria-label="Log of ${name}">${shown}</pre>`
}

function toLine(line: string): Html {
  const [, command, words = ''] = COMMAND.exec(line) ?? []
  if (command === 'endgroup') return NOTHING
  if (command === undefined) return html`${line}\n`
  const said = command === 'group' ? words : html`${command === 'command' ? '' : `${command}: `}${words}`
  return html`<span class="${command}">${said}</span>\n`
}
