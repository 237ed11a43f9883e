/** GitHub Markdown of the world as HTML that can do nothing. */
import { Marked } from 'marked'
import { drawFlowChart } from './diagram.ts'
import { escapeHtml, type Html, html, unescapeHtml } from './html.ts'
import { sanitize } from './sanitize.ts'

/** GitHub takes 65,536 characters. */
const MAX_LENGTH = 131_072

const renderer = {
  /** Nothing runs here: diagrams that are not drawn below stay their source. */
  code({ text, lang = '' }: { text: string; lang?: string }): string {
    const [language = ''] = lang.split(/\s/)
    return `<pre lang="${escapeHtml(language)}"><code>${escapeHtml(text)}\n</code></pre>\n`
  },
}
const checks = new Marked({ gfm: true, renderer })
/** In comments and bodies a line of the source is a line on the page. */
const comments = new Marked({ gfm: true, breaks: true, renderer })

/** Signs that every font has, in the place of emoji that not every machine can draw. */
const SIGNS: Readonly<Record<string, string>> = {
  '✅': '✓',
  '❌': '✗',
  '🔴': '✗',
  '🟢': '✓',
  '⚠️': '!',
  '⏳': '○',
  '⏸️': '‖',
  '❓': '?',
  '❗': '!',
}
const EMOJI = new RegExp(Object.keys(SIGNS).join('|'), 'gu')

export interface MarkdownOptions {
  readonly isComment?: boolean
  readonly toLinks?: (text: string) => string
}

export function toMarkdown(source: string, { isComment = false, toLinks }: MarkdownOptions = {}): Html {
  const text = source.slice(0, MAX_LENGTH).replace(EMOJI, (emoji) => SIGNS[emoji] ?? emoji)
  const parsed = parse(isComment ? comments : checks, text)
  return html`<div class="markdown">${parsed === null ? html`<pre>${text}</pre>` : drawDiagrams(sanitize(parsed, toLinks))}</div>`
}

const DIAGRAM = /<pre lang="mermaid"><code>([^<]*)<\/code><\/pre>/g

/** Draws diagrams after the source was made harmless. */
function drawDiagrams({ html: given }: Html): Html {
  return { html: given.replace(DIAGRAM, (whole, source: string) => drawFlowChart(unescapeHtml(source)) ?? whole) }
}

/** Null for what is nested so deep that it cannot be read. */
function parse(marked: Marked, text: string): string | null {
  try {
    return marked.parse(text, { async: false })
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}
