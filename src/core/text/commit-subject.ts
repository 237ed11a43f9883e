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
  return getOnly(paths.flatMap((path) => scopes.find(({ isIn }) => isIn(path))?.name ?? []))
}

/** A package of a workspace, or a folder right below the sources or the tests. */
const FOLDER = /^(?:apps|crates|libs|modules|packages|plugins|services|lib|spec|src|tests?)\/([a-z][\w-]{0,29})\//
/** Folders that say of which kind their files are, and not what they are about. */
const KINDS = ['fixtures', 'integration', 'lib', 'main', 'spec', 'src', 'support', 'test', 'tests', 'unit']

/** Returns the folder that all files with one have in common. */
export function toFolderScope(paths: readonly string[]): string | null {
  return getOnly(paths.flatMap((path) => FOLDER.exec(path)?.[1] ?? []).filter((name) => !KINDS.includes(name)))
}

function getOnly(names: readonly string[]): string | null {
  const [only, ...others] = new Set(names)
  return only !== undefined && others.length === 0 ? only : null
}
