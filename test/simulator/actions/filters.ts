/** Whether an event starts a workflow: `on` with its filters (docs: "Workflow syntax", filter pattern cheat sheet). */
import { type EventFilter, listOf, type WorkflowFile } from './workflow-file.ts'

export interface Happened {
  readonly event: string
  /** The activity type; null where the event has none. */
  readonly action: string | null
  /** The branch that filters are about: the pushed one, or the base of a pull request. */
  readonly branch: string | null
  readonly tag: string | null
}

const DEFAULT_TYPES: Readonly<Record<string, readonly string[]>> = {
  pull_request: ['opened', 'synchronize', 'reopened'],
  merge_group: ['checks_requested'],
}

/** @throws Error for filters by path, which this runner does not know: a workflow must not run, or not run, by mistake */
export function isStarted({ on }: WorkflowFile, happened: Happened): boolean {
  if (!Object.hasOwn(on, happened.event)) return false
  const filter = on[happened.event] ?? {}
  if (filter.paths !== undefined || filter['paths-ignore'] !== undefined)
    throw new Error('Filters by path are not known here.')
  return hasType(filter, happened) && hasRef(filter, happened)
}

function hasType({ types }: EventFilter, { event, action }: Happened): boolean {
  const wanted = types === undefined ? DEFAULT_TYPES[event] : listOf(types)
  return action === null || wanted === undefined || wanted.includes(action)
}

/** With filters for branches only, no tag starts it, and the other way round. */
function hasRef(filter: EventFilter, { branch, tag }: Happened): boolean {
  const has = (names: readonly (keyof EventFilter)[]) => names.some((name) => filter[name] !== undefined)
  const [branches, tags] = [has(['branches', 'branches-ignore']), has(['tags', 'tags-ignore'])]
  if (branch !== null) return branches ? passes(branch, filter.branches, filter['branches-ignore']) : !tags
  if (tag !== null) return tags ? passes(tag, filter.tags, filter['tags-ignore']) : !branches
  return true
}

type Patterns = EventFilter['branches']

function passes(name: string, wanted: Patterns, ignored: Patterns): boolean {
  return wanted === undefined ? !matches(name, listOf(ignored)) : matches(name, listOf(wanted))
}

/** Patterns in order: a later `!pattern` takes away, a later pattern adds again. */
function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.reduce((isIn, pattern) => {
    const isNegative = pattern.startsWith('!')
    return toRegExp(isNegative ? pattern.slice(1) : pattern).test(name) ? !isNegative : isIn
  }, false)
}

/** `*` within a part, `**` across, `?` and `+` after a character as in regular expressions, `[]` one of. */
function toRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[*.^$(){}|\\]/g, (sign) => ({ '**': '.*', '*': '[^/]*' })[sign] ?? `\\${sign}`)
  return new RegExp(`^${source}$`)
}

const SKIP = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/
const SKIP_TRAILER = /\n\n\n?skip-checks: ?true\s*$/

/** A message by which a committer keeps `push` and `pull_request` from starting anything. */
export const skipsRuns = (message: string): boolean => SKIP.test(message) || SKIP_TRAILER.test(message)
