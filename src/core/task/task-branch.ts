/** Finds the task of a branch by its name and the configured pattern: `{tag}/task-{id}-{slug}`. */

/** The branch by which a repository gets the gate: it belongs to no task. */
export const ONBOARDING_BRANCH = 'tdd-gate/onboarding'

/** GitHub allows no longer names; matching a longer one could be slow. */
const MAX_BRANCH = 255
/** Ids of task documents, without path traversal. As short as the rest of the name allows. */
const ID = String.raw`([A-Za-z0-9](?:[\w-]|\.(?!\.)){0,63}?)`
const REST = '[^/]+'
/** Special characters of regular expressions. */
const SIGNS = /[\\^$.*+?()[\]{}|]/g
const PLACEHOLDER = /\{(?:tag|id|slug)\}/g

/**
 * Returns the task's id.
 * @param pattern of the base branch's configuration, with `{id}`, and `{tag}` and `{slug}` for any text without slash
 * @param branch an untrusted name
 * @returns an id of letters, digits, dots, hyphens and underscores; null when the name contains no task
 */
export function taskOfBranch(pattern: string, branch: string): string | null {
  return matchBranch(pattern, branch, ID)?.[1] ?? null
}

/**
 * Returns whether a branch may belong to the task, whatever its tag and title were. With hyphens in ids it may belong
 * to another one.
 */
export function isBranchOfTask(pattern: string, id: string, branch: string): boolean {
  return matchBranch(pattern, branch, plain(id)) !== null
}

/**
 * Matches a branch.
 * @param id as a regular expression
 */
function matchBranch(pattern: string, branch: string, id: string): RegExpExecArray | null {
  const placeholders: readonly string[] = pattern.match(PLACEHOLDER) ?? []
  // The same placeholder twice would take exponential time to match.
  if (branch.length > MAX_BRANCH || new Set(placeholders).size < placeholders.length) return null
  if (!placeholders.includes('{id}')) return null
  const literals = pattern.split(PLACEHOLDER).map(plain)
  const parts = placeholders.map((placeholder, n) => `${placeholder === '{id}' ? id : REST}${literals[n + 1]}`)
  return new RegExp(`^${literals[0]}${parts.join('')}$`).exec(branch)
}

function plain(text: string): string {
  return text.replace(SIGNS, '\\$&')
}

const MAX_SLUG = 40
/** For titles without any usable character. */
const NO_SLUG = 'task'

interface TaskNames {
  readonly id: string
  readonly tag: string
  readonly title: string
}

/**
 * Returns the branch of a task, by the same pattern.
 * @returns letters, digits, hyphens and the pattern's own text, which git and GitHub accept
 */
export function branchOfTask(pattern: string, { id, tag, title }: TaskNames): string {
  const parts: Readonly<Record<string, string>> = { '{tag}': toSlug(tag), '{id}': id, '{slug}': toSlug(title) }
  return pattern.replace(/\{(?:tag|id|slug)\}/g, (placeholder) => parts[placeholder] ?? placeholder)
}

/** Instead of a tag that is the name of a branch. */
const OTHER_TAG = 'tasks'

/**
 * Returns the branch of a task beside an existing branch. Git stores `master/task-1` in a folder `master`, which cannot
 * be where a branch `master` is.
 */
export function branchBeside(pattern: string, task: TaskNames, taken: string): string {
  return branchOfTask(pattern, withFreeTag(pattern, task, taken))
}

function withFreeTag<T extends TaskNames>(pattern: string, task: T, taken: string): T {
  return branchOfTask(pattern, task).startsWith(`${taken}/`) ? { ...task, tag: OTHER_TAG } : task
}

/** Returns the common beginning of the names of a task's branches beside `taken`, whatever its title was. */
export function branchStem(pattern: string, task: Omit<TaskNames, 'title'>, taken: string): string {
  const [stem = ''] = pattern.split('{slug}')
  return branchOfTask(stem, withFreeTag(pattern, { ...task, title: '' }, taken))
}

function toSlug(text: string): string {
  const jobs = text.normalize('NFKD').replaceAll('ß', 'ss').toLowerCase()
  const words = jobs.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MAX_SLUG).replace(/-$/, '') || NO_SLUG
}
