/** The one place where text of the world becomes HTML: whatever a template is given is escaped, unless it is HTML of ours. */

export interface Html {
  readonly html: string
}

/** Null is nothing. */
export type Value = string | number | null | Html | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Control characters, and those that turn the direction of everything around them. */
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g

/** A template: `html\`<b title="${name}">${name}</b>\``. Attributes stand in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, index) => part + toText(values[index] ?? null)).join('') }
}

export const NOTHING: Html = { html: '' }

function toText(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}

/** For text between tags and inside double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(UNSEEN, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** `html` when it holds, else nothing. */
export function when(isSo: boolean, shown: Html): Html {
  return isSo ? shown : NOTHING
}

/** Reverses `escapeHtml`. */
export function unescapeHtml(text: string): string {
  const characters = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]))
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity) ?? entity)
}
