/** Holds every command of the pages against the rows of `held.ts` and the marks of the pages. */
import type { Held, Run } from './held.ts'
import { callsOf, isPlace, MARKS, type PageCommand } from './read.ts'

export interface Rows {
  readonly run: Readonly<Record<string, Run>>
  readonly held: Readonly<Record<string, Held>>
  readonly followed: Readonly<Record<string, unknown>>
}

const WHAT_TO_DO = [
  'Give it a row in RUN or HELD of test/support/page-commands/held.ts,',
  `or say in the page why no test runs it (${Object.keys(MARKS).join(', ')}):`,
  'as a comment in a block (`# needs Docker`), or in brackets after inline code.',
].join(' ')

/**
 * @param exists whether the repository has a script of npm, or a file
 * @returns a sentence for each command that is not held exactly once, with its page and line
 */
export function findComplaints(
  commands: readonly PageCommand[],
  rows: Rows,
  exists: { readonly script: (name: string) => boolean; readonly file: (path: string) => boolean },
): readonly string[] {
  const isFollowed = (command: PageCommand) => Object.keys(rows.followed).some((place) => isPlace(place, command))
  const followed = commands.filter((command) => isFollowed(command) && command.mark === null)
  const lines = [...Object.keys(rows.run), ...Object.keys(rows.held), ...followed.map(({ command }) => command)]
  const calls = lines.flatMap(callsOf)

  /** A mark or a row of its own, or as a step of a section. */
  function holdersOf(command: PageCommand): readonly string[] {
    const { command: line, mark } = command
    const own = [
      ...(mark === null ? [] : [`the mark "${mark}"`]),
      ...(Object.hasOwn(rows.run, line) ? ['RUN'] : []),
      ...(Object.hasOwn(rows.held, line) ? ['HELD'] : []),
    ]
    return own.length > 0 || !isFollowed(command) ? own : ['FOLLOWED']
  }

  /** A mark excuses no script and no file that the repository does not have. */
  function missingOf([program = '', first = '', second = '']: readonly string[]): readonly string[] {
    if (program === 'npm' && first === 'run') return exists.script(second) ? [] : [second]
    if (program === 'node' && !first.startsWith('dist/')) return exists.file(first) ? [] : [first]
    return []
  }

  const complain = (command: PageCommand): string | null => {
    const { command: line, mark } = command
    const holders = holdersOf(command)
    if (holders.length === 0 && !isCalled(command, calls)) return `is run by no test. ${WHAT_TO_DO}`
    if (holders.length > 1) return `is held by ${holders.join(' and ')}: leave one of them`
    if (mark !== null && !MARKS[mark].test(line)) return `is marked "${mark}", and does not look so`
    const missing = callsOf(line).flatMap(missingOf)
    return missing.length === 0 ? null : `names ${missing.join(', ')}, which the repository does not have`
  }
  return commands.flatMap((command) => {
    const complaint = command.command === '' ? null : complain(command)
    return complaint === null ? [] : [`${command.page}:${command.line} \`${command.command}\` ${complaint}`]
  })
}

/** Elsewhere a test makes each of its calls. Inline code may name a command alone: `git add`. */
function isCalled({ command, isInline }: PageCommand, calls: readonly (readonly string[])[]): boolean {
  return callsOf(command).every((words) => {
    const isName = isInline && words.length === 2 && /^(?:git|tdd-gate)$/.test(words[0] ?? '')
    const isMadeBy = (call: readonly string[]) => words.every((word, at) => isSame(word, call[at], isInline))
    return calls.some((call) => (isName || call.length === words.length) && isMadeBy(call))
  })
}

/** In a sentence a placeholder, such as `FILE`, `<id>` and `...`, stands for any word of a call that a test makes. */
function isSame(word: string, called: string | undefined, isInline: boolean): boolean {
  if (called === undefined || word === called || !isInline) return word === called
  const parts = word.split(/<[^<>]*>|\.\.\.|^[A-Z]+$/)
  return parts.length > 1 && called.startsWith(parts[0] ?? '') && called.endsWith(parts.at(-1) ?? '')
}

/** Returns the rows that no command of a page needs. */
export function findIdleRows(commands: readonly PageCommand[], { run, held, followed }: Rows): readonly string[] {
  const lines = [...Object.keys(run), ...Object.keys(held)]
  return [
    ...lines.filter((line) => !commands.some(({ command }) => command === line)),
    ...Object.keys(followed).filter((place) => !commands.some((command) => isPlace(place, command))),
  ]
}

/** Quoted words and numbers are the reader's own. */
const OWN = /['"<\d]|\.\.\./

/** Whether one line of a file holds every word of each call. A helper of the tests may bring `node` and `tdd-gate`. */
export function isCalledIn(source: string, command: string): boolean {
  const lines = source.split('\n').map((line) => new Set(line.split(/[\s'"`,()[\]{};=]+|:(?=\s)/)))
  return callsOf(command).every((call) => {
    const words = call.map((word) => word.replace(/^([A-Z_]+)=.*/, '$1'))
    const needed = words.filter((word) => !['node', 'tdd-gate'].includes(word) && !OWN.test(word))
    return needed.length > 0 && lines.some((line) => needed.every((word) => line.has(word)))
  })
}

/** Whether a line of a workflow or a script is this command. */
export function isStepOf(source: string, command: string): boolean {
  const steps = source.split('\n').map((line) => line.trim().replace(/^(?:- )?(?:run: )?/, ''))
  return steps.some((step) => step === command || step.startsWith(`${command} -- `))
}
