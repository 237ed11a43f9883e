/** Writes the subject of a commit from the template of the configuration. */

interface SubjectParts {
  readonly type: string
  /** Null where the files belong to no scope, or to several. */
  readonly scope: string | null
  readonly msg: string
  readonly taskId: string | null
  readonly subtaskId: string | null
  readonly tag: string | null
}

export const DEFAULT_TEMPLATE = '{type}({scope}): {msg}'
/** The names that a template may use. */
const TEMPLATE_NAMES = ['type', 'scope', 'msg', 'taskId', 'subtaskId', 'tag'] as const

const MAX_SUBJECT = 200

/** A name without a value disappears with the brackets around it. */
export function fillSubject(template: string, parts: SubjectParts): string {
  const filled = TEMPLATE_NAMES.reduce((text, name) => {
    const value = parts[name]
    if (value !== null && value !== '') return text.replaceAll(`{${name}}`, () => value)
    return text.replace(new RegExp(`\\s*[(\\[][^()\\[\\]{}]*\\{${name}\\}[^()\\[\\]{}]*[)\\]]|\\{${name}\\}`, 'g'), '')
  }, template)
  return filled.replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT)
}

/** Returns the scope that the changed files belong to: the same one for all that belong to any. */
export function chooseScope(
  paths: readonly string[],
  scopes: readonly { readonly name: string; readonly isIn: (path: string) => boolean }[],
): string | null {
  const names = new Set(paths.flatMap((path) => scopes.find(({ isIn }) => isIn(path))?.name ?? []))
  const [only] = names
  return names.size === 1 && only !== undefined ? only : null
}
