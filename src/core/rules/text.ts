/** Formats parts that findings share: short lists, first lines, and paths that are safe inside a command. */
import type { Commit, Sha } from '../model/commit.ts'
import type { EmptiedProduction } from '../model/counterfactuals.ts'
import type { FailingTest, LineRange, LoadFailure } from '../model/evidence.ts'

const MAX_LINE = 160
const PLAIN_WORD = /^[\w./@+-]+$/
/** A backtick would end the quoted command of a suggestion, a control character its line. */
const UNQUOTABLE = /[`\p{Cc}]/u

/** Formats `one, two and 3 more`, so that lists stay readable at any size; `omitted` entries were left out before. */
export function list(items: readonly string[], most = 3, omitted = 0): string {
  const shown = items.slice(0, most)
  const more = items.length + omitted - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Names the functions that drivers ran without: `add in src/cart.ts`; empty where evidence does not tell them. */
export function nameBodies({ bodies = [] }: Pick<EmptiedProduction, 'bodies'>): string {
  return list(bodies.map(({ path, name }) => `${name === '' ? 'a function' : name} in ${path}`))
}

/** Says that they are empty: `the body of add in src/cart.ts is empty`. */
export function sayEmpty(emptied: Pick<EmptiedProduction, 'bodies'>): string {
  const count = emptied.bodies?.length ?? 0
  if (count === 0) return 'the functions of this commit do nothing'
  return count === 1 ? `the body of ${nameBodies(emptied)} is empty` : `the bodies of ${nameBodies(emptied)} are empty`
}

/** Continues a rebase that stopped at an earlier commit. */
export const GO_ON = 'GIT_EDITOR=true git rebase --continue'

/**
 * Returns commands that stop at an earlier commit, so that the author can amend it, and that continue from there. They
 * work in a POSIX shell without an editor, whatever editors and lengths of ids are configured.
 */
export function stopAt(sha: Sha, isRoot = false): { readonly stop: string; readonly goOn: string } {
  const id = sha.slice(0, 12)
  return {
    stop: `GIT_SEQUENCE_EDITOR="sed -i.bak 's/^p[a-z]* ${id}/edit ${id}/'" git -c core.abbrev=12 rebase -i ${isRoot ? '--root' : `${id}~1`}`,
    goOn: GO_ON,
  }
}

/** Formats a trailer as `git commit` takes it. */
export function trailerOption(key: string, value: string): string {
  const trailer = `${key}: ${value}`
  return `--trailer ${/^[\w.# :-]+$/.test(trailer) ? `"${trailer}"` : shellWords([trailer], `"${key}: ..."`)}`
}

/** Undoes the last commit. Its changes stay in the working tree, and nothing is staged. */
export function getReset({ parents, isPending }: Pick<Commit, 'parents' | 'isPending'>): string {
  if (isPending) return 'git restore --staged .'
  return parents.length === 0
    ? 'git update-ref -d HEAD && git rm -r --cached --quiet .'
    : 'git reset --soft HEAD~1 && git restore --staged .'
}
/** Commits some paths and no others. Other staged paths stay staged. @param message the options of `git commit` */
export function commitPaths({ isStaged }: Pick<Commit, 'isStaged'>, names: string, message: string): string {
  return isStaged ? `git commit ${message} -- ${names}` : `git add ${names} && git commit ${message}`
}
/** Names in one command; a longer command is unreadable. */
const MAX_NAMES = 40

/** Moves a later commit of tests before this commit, and keeps the order of the others: in a POSIX shell, without an editor. */
export function putBehind(sha: Sha, tests: Sha): string {
  const [id, first] = [sha.slice(0, 12), tests.slice(0, 12)].map((one) => `/^p[a-z]* ${one}/`)
  const steps = [`${id},${first}{`, `${first}{`, 'G;b', '}', 'H;d', '}'].map((step) => `-e '${step}'`).join(' ')
  return `GIT_SEQUENCE_EDITOR="sed -i.bak ${steps}" git -c core.abbrev=12 rebase -i ${sha.slice(0, 12)}~1`
}

/** Moves some paths of the last commit into an earlier RED. @returns null when the names do not fit into a command */
export function moveIntoRed(
  red: Sha,
  paths: readonly string[],
  others: readonly string[],
): { readonly commands: readonly string[]; readonly lastCommands: readonly string[] } | null {
  const id = red.slice(0, 12)
  const [tests, rest] = [paths, others].map((names) => shellWords(names, '', MAX_NAMES)) as [string, string]
  if (tests === '' || (rest === '' && others.length > 0)) return null
  const again = rest === '' ? [] : [`git add ${rest}`, 'git commit -C ORIG_HEAD']
  const command = [getReset({ parents: [red] }), `git add ${tests}`, `git commit --fixup ${id}`, ...again].join(' && ')
  return { commands: [command], lastCommands: [`GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash ${id}~1`] }
}

interface Part {
  readonly paths: readonly string[]
  readonly subject: string
  readonly phase: string
}

/** Returns the part whose type matches the subject. Otherwise it returns the code, or the last part. */
function getOwnPart(parts: readonly Part[], subject: string): Part | undefined {
  const getType = (text: string) => /^(\w+)(?:\([^)]*\))?!?:/.exec(text)?.[1] ?? null
  const type = getType(subject)
  const isOfType = (part: Part) => type !== null && getType(part.subject) === type
  return parts.find(isOfType) ?? parts.find(({ phase }) => OF_CODE.includes(phase)) ?? parts.at(-1)
}

const OF_CODE: readonly string[] = ['green', 'refactor']

interface Whole {
  readonly commit: Pick<Commit, 'trailers' | 'parents' | 'isPending' | 'isStaged'> & Partial<Pick<Commit, 'subject'>>
  readonly subtask: string | null
}

/**
 * Returns the command that splits the last commit into several, in this order. They keep the `Task:` trailer, except a
 * neutral one. One new commit keeps the subject. For a working tree, GREEN stays uncommitted, so that it is judged first.
 * @param edits commands that change the paths first
 * @returns null when a name does not fit into a command
 */
export function splitCommand(
  { commit, subtask }: Whole,
  parts: readonly Part[],
  edits: readonly string[] = [],
): string | null {
  const { trailers, subject: given, isPending = false, isStaged = false } = commit
  const task = trailers.findLast(([key]) => key === 'task')?.[1] ?? (isPending ? (subtask ?? undefined) : undefined)
  const made = parts.filter(({ paths, phase }) => paths.length > 0 && !(isPending && phase === 'green'))
  const own = isPending || given === undefined ? null : getOwnPart(made, given)
  const steps = made.map((part) => {
    const { paths, phase } = part
    const example = `"${part.subject}"`
    const subject = part === own ? shellWords([given ?? ''], example) : example
    const names = shellWords(paths, '', MAX_NAMES)
    const trailers = task === undefined || phase === 'neutral' ? [] : [trailerOption('Task', task)]
    const stated = [...trailers, trailerOption('Phase', phase)].join(' ')
    return names === '' ? null : commitPaths(commit, names, `-m ${subject} ${stated}`)
  })
  const first = isStaged ? [] : [getReset(commit)]
  return steps.includes(null) ? null : [...first, ...edits, ...steps].join(' && ')
}

/**
 * Matches a line that only names a place: `node:internal/x:331`, `test/cart.test.js:5`, `test_cart.py:1: in <module>`.
 */
const PLACE = /^\S+:\d+(?::\d+)?(?::? in <\w+>)?$/
const EXCEPTION = /^(?:E\s+)?((?:[\w.$]*(?:Error|Exception)\b).*)$/

/**
 * Returns the first line with a message, or the thrown value when that line only names a place; cut to a readable
 * length.
 */
export function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '') ?? ''
  const thrown = PLACE.test(first) ? lines.flatMap((line) => EXCEPTION.exec(line)?.[1] ?? [])[0] : undefined
  return (thrown ?? first).slice(0, MAX_LINE)
}

/** A stack frame: `    at run (node:internal/x:1:2)`. */
const FRAME = /^\s+at\s/

/** Returns the message without stack frames, and without the lines before the thrown value that only show its place. */
export function withoutStack(text: string): string {
  const lines = text.split('\n').filter((line) => !FRAME.test(line))
  const isPlaced = PLACE.test(lines[0]?.trim() ?? '')
  const thrown = isPlaced ? lines.findIndex((line) => EXCEPTION.test(line.trim())) : 0
  return lines.slice(Math.max(0, thrown)).join('\n')
}

/**
 * Quotes words for a POSIX shell. Names come from the judged commits, and agents run the suggested commands. So a name
 * that could break out becomes the placeholder, and so do too many names.
 */
export function shellWords(words: readonly string[], placeholder: string, most = 5): string {
  if (words.length === 0 || words.length > most || words.some((word) => UNQUOTABLE.test(word))) return placeholder
  return words.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

/** Formats `src/cart.ts:3-7`. */
export function formatLines({ path, first, last }: LineRange): string {
  return `${path}:${first}${last > first ? `-${last}` : ''}`
}

/** Formats a failing test with the kind and first line of its failure. */
export function formatFailure({ id, kind, message }: FailingTest): string {
  return `${id} (${kind}: ${firstLine(message)})`
}

/** pytest says "collection failure" for any file that it cannot import. */
export function formatLoadFailure({ file, kind, message, missing }: LoadFailure): string {
  const line = firstLine(message)
  const name = missing?.name ?? ''
  return `${file ?? 'a file'} did not load (${kind}: ${line}${line.includes(name) ? '' : `, without ${name}`})`
}
