/** The one place where untrusted text is made harmless HTML: every value that is put into a template is escaped. */
import { MAX_TEXT, plain } from './text.ts'

/** HTML that a template of ours made. */
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

/** A template: `html\`<b title="${name}">${name}</b>\``. Attributes stand in double quotes; texts become one harmless line. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const pieces = parts.map((part, index) => part + (index < values.length ? toText(values[index] ?? '') : ''))
  return { html: pieces.join('') }
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

/** A link to an https address; to any other place only its words. */
export function anchor(words: string, address: string): Html {
  return /^https:\/\/[^\s"'<>`\\]+$/.test(address)
    ? html`<a href="${address}" rel="noreferrer">${words}</a>`
    : html`${words}`
}
