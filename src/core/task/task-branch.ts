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
  return matchBranch(pattern, branch, ID)?.[1] ?? null
}

/** Whether a branch may be one of the task, whatever its tag and title were: where ids hold hyphens it may be another's. */
export function isBranchOfTask(pattern: string, id: string, branch: string): boolean {
  return matchBranch(pattern, branch, plain(id)) !== null
}

/** @param id as a regular expression says it */
function matchBranch(pattern: string, branch: string, id: string): RegExpExecArray | null {
  const placeholders: readonly string[] = pattern.match(PLACEHOLDER) ?? []
  // Twice the same would take many tries to match.
  if (branch.length > MAX_BRANCH || new Set(placeholders).size < placeholders.length) return null
  if (!placeholders.includes('{id}')) return null
  const words = pattern.split(PLACEHOLDER).map(plain)
  const parts = placeholders.map((placeholder, n) => `${placeholder === '{id}' ? id : REST}${words[n + 1]}`)
  return new RegExp(`^${words[0]}${parts.join('')}$`).exec(branch)
}

function plain(word: string): string {
  return word.replace(SIGNS, '\\$&')
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
  const parts: Readonly<Record<string, string>> = { '{tag}': toSlug(tag), '{id}': id, '{slug}': toSlug(title) }
  return pattern.replace(/\{(?:tag|id|slug)\}/g, (placeholder) => parts[placeholder] ?? placeholder)
}

/** What the names of a task's branches begin with, whatever its title was. */
export function branchStem(pattern: string, task: { readonly id: string; readonly tag: string }): string {
  const [stem = ''] = pattern.split('{slug}')
  return branchOfTask(stem, { ...task, title: '' })
}

function toSlug(text: string): string {
  const jobs = text.normalize('NFKD').replaceAll('ß', 'ss').toLowerCase()
  const words = jobs.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MAX_SLUG).replace(/-$/, '') || NO_SLUG
}
