/** The task that a branch is named after, by the pattern of the configuration: `{tag}/task-{id}-{slug}`. */

/** GitHub takes no longer names; a longer one is only made to be slow. */
const MAX_BRANCH = 255
/** What task documents take for an id, without what leads to another folder. As short as the rest of the name allows. */
const ID = String.raw`([A-Za-z0-9](?:[\w-]|\.(?!\.)){0,63}?)`
const REST = '[^/]+'
/** What means something in a regular expression. */
const SIGNS = /[\\^$.*+?()[\]{}|]/g
const PLACEHOLDER = /\{(?:tag|id|slug)\}/g

/**
 * @param pattern of the base branch's configuration, with `{id}`, and `{tag}` and `{slug}` for any text without slash
 * @param branch a name that anybody may have chosen
 * @returns an id of letters, digits, dots, hyphens and underscores; null when the branch is not named after a task
 */
export function taskOfBranch(pattern: string, branch: string): string | null {
  const placeholders: readonly string[] = pattern.match(PLACEHOLDER) ?? []
  // Twice the same would take many tries to match.
  if (branch.length > MAX_BRANCH || new Set(placeholders).size < placeholders.length) return null
  if (!placeholders.includes('{id}')) return null
  const words = pattern.split(PLACEHOLDER).map((word) => word.replace(SIGNS, '\\$&'))
  const parts = placeholders.map((placeholder, n) => `${placeholder === '{id}' ? ID : REST}${words[n + 1]}`)
  return new RegExp(`^${words[0]}${parts.join('')}$`).exec(branch)?.[1] ?? null
}

const MAX_SLUG = 40
/** For titles of which no letter is left. */
const NO_SLUG = 'task'

/**
 * The branch of a task, by the same pattern.
 * @returns letters, digits, hyphens and what the pattern adds: git and GitHub take it
 */
export function branchOfTask(
  pattern: string,
  { id, tag, title }: { readonly id: string; readonly tag: string; readonly title: string },
): string {
  const parts: Readonly<Record<string, string>> = { '{tag}': slugOf(tag), '{id}': id, '{slug}': slugOf(title) }
  return pattern.replace(/\{(?:tag|id|slug)\}/g, (placeholder) => parts[placeholder] ?? placeholder)
}

function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll('ß', 'ss').toLowerCase()
  const words = plain.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MAX_SLUG).replace(/-$/, '') || NO_SLUG
}
