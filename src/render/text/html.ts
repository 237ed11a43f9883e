/** Escapes untrusted text for HTML: every value of a template is escaped. This is the only module that does so. */
import { MAX_TEXT, plain, plainCode } from './text.ts'

/** HTML that a template created. */
export interface Html {
  readonly html: string
}

type Value = string | number | Html | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** A template tag: `html\`<b title="${name}">${name}</b>\``. Attributes need double quotes; texts become one line. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const pieces = parts.map((part, index) => part + (index < values.length ? toText(values[index] ?? '') : ''))
  return { html: pieces.join('') }
}

/** Renders a point in time to the minute. @param at ISO 8601 */
export function toTimeHtml(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`
}

/** Code in a sentence, as authors of findings write it; other backticks stay as they are. */
const CODE = /(?<=^|[\s(])`([^`]+)`(?=$|[\s).,;:!?])/

/** Renders a sentence whose code stands between backticks. */
export function sentence(text: string): Html {
  const pieces = plain(text, MAX_TEXT * 2)
    .split(CODE)
    .map(escapeHtml)
  return { html: pieces.map((piece, i) => (i % 2 === 0 ? piece : `<code>${piece}</code>`)).join('') }
}

/** Renders a line of code with its indentation. */
export function codeLine(text: string): Html {
  const [indentation, rest] = plainCode(text)
  return { html: indentation + escapeHtml(rest) }
}

export const NOTHING: Html = { html: '' }

function toText(value: Value): string {
  if (typeof value === 'string') return escapeHtml(plain(value, MAX_TEXT * 2))
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '')
}

/** Renders a link to an https address; for other addresses only the text. */
export function anchor(text: string, address: string): Html {
  return /^https:\/\/[^\s"'<>`\\]+$/.test(address)
    ? html`<a href="${address}" rel="noreferrer">${text}</a>`
    : html`${text}`
}
