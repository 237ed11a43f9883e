/** Splits the rejected commit by what its files are: its tests, its code, and what only helps tests. */
import { type Commit, type FileClass, getSubjectType } from '../../core/model/commit.ts'
import { shellWords, trailerOption } from '../../core/rules/text.ts'
import {
  type Candidate,
  getBlocked,
  quotePaths,
  REPLACING,
  type RejectedBranch,
  type Repair,
  takeApart,
  withType,
} from '../situation.ts'

interface Part {
  readonly phase: string
  readonly classes: readonly FileClass[]
}

const red: Part = { phase: 'red', classes: ['test'] }
const green: Part = { phase: 'green', classes: ['production', 'docs'] }
const refactor: Part = { phase: 'refactor', classes: ['production', 'docs'] }
const characterize: Part = { phase: 'characterize', classes: ['test'] }
const neutral: Part = { phase: 'neutral', classes: ['harness'] }
const withHarness = ({ phase, classes }: Part): Part => ({ phase, classes: [...classes, 'harness'] })

function split(code: string, about: string, ...parts: readonly Part[]): Candidate {
  return { code, about, propose: (situation) => propose(situation, parts) }
}

/** @returns null where a part is empty, or a class of the commit belongs to none */
function propose(situation: RejectedBranch, wanted: readonly Part[]): Repair | null {
  const { at } = situation
  const commit = getBlocked(situation)
  if (commit === undefined || commit.parents.length > 1) return null
  const present = new Set(commit.changes.map((change) => change.class))
  const parts = wanted.map((part) => ({ ...part, classes: part.classes.filter((one) => present.has(one)) }))
  const taken = new Set(parts.flatMap(({ classes }) => classes))
  // Documents go with the last part where no code takes them.
  const left = [...present].filter((one) => !taken.has(one))
  if (left.some((one) => one !== 'docs') || parts.some(({ classes }) => classes.length === 0)) return null
  const own = getOwn(parts, commit)
  const steps = parts.map((part, index) => {
    const isLast = index === parts.length - 1
    const classes = isLast ? [...part.classes, ...left] : part.classes
    return toStep(situation, commit, { ...part, classes }, part === own)
  })
  if (steps.includes(null)) return null
  return { first: at, last: at, commands: [takeApart(commit), ...steps.flatMap((step) => step ?? [])] }
}

/** The author's message stays with the code, or with the part whose type it names. */
function getOwn(parts: readonly Part[], { subject }: Commit): Part | undefined {
  const type = getSubjectType(subject)
  const named = type === 'test' || type === 'tests' ? 'test' : type === 'chore' ? 'harness' : 'production'
  return parts.find(({ classes }) => classes.includes(named)) ?? parts.at(-1)
}

function toStep(
  { answers }: RejectedBranch,
  commit: Commit,
  { phase, classes }: Part,
  isOwn: boolean,
): readonly string[] | null {
  const isOf = (own: FileClass) => classes.includes(own)
  const paths = [...new Set(commit.changes.filter((change) => isOf(change.class)).map(({ path }) => path))]
  const beside = isOf('test') && !isOf('production') ? paths.filter((path) => isBeside(commit, path)) : []
  const whole = paths.filter((path) => !beside.includes(path))
  const patched = beside.map((path) => {
    const [said, name] = [answers.get(path), quotePaths([path])]
    return said === undefined || name === null ? null : addPatch(said, name)
  })
  const names = whole.length === 0 ? [] : [quotePaths(whole)]
  if (patched.includes(null) || names.includes(null)) return null
  const added = names.map((words) => `git add --all -- ${words}`)
  return [...patched.flatMap((one) => one ?? []), ...added, commitPart(commit, phase, classes, isOwn)]
}

/** Returns whether the file holds tests and code that both change. */
function isBeside({ changes }: Commit, path: string): boolean {
  return new Set(changes.filter((change) => change.path === path).map((change) => change.class)).size > 1
}

function addPatch(answers: readonly string[], name: string): string {
  return `printf '%s\\n' ${answers.join(' ')} | git -c interactive.singleKey=false add --patch -- ${name} > /dev/null`
}

const TYPES: Readonly<Record<FileClass, string>> = { test: 'test', harness: 'chore', production: 'feat', docs: 'docs' }

function getType(phase: string, classes: readonly FileClass[]): string {
  return phase === refactor.phase ? 'refactor' : TYPES[classes.find((one) => one !== 'docs') ?? 'docs']
}

function commitPart(
  { subject, trailers }: Commit,
  phase: string,
  classes: readonly FileClass[],
  isOwn: boolean,
): string {
  const stated = trailerOption('Phase', phase)
  if (isOwn) return `${REPLACING} --quiet --reuse-message=ORIG_HEAD ${stated}`
  const task = trailers.findLast(([key]) => key === 'task')?.[1]
  const named = task === undefined || phase === 'neutral' ? [] : [trailerOption('Task', task)]
  const type = getType(phase, classes)
  const words = shellWords([withType(type, subject)], `'${type}: a part of the next commit'`)
  return ['git commit --quiet', `--message=${words}`, ...named, stated].join(' ')
}

const TESTS_FIRST = 'Commit the tests first, then the code that makes them pass'
const CODE_FIRST = 'Commit the code as a REFACTOR, then the tests, which describe what it does'
const TESTS_DESCRIBE = 'Commit the tests, which describe what the code did before, then the code as a REFACTOR'
const HARNESS_FIRST = 'Commit what tests stand on first, then the tests, then the code'

export const splits: readonly Candidate[] = [
  split('split-tests-first', TESTS_FIRST, red, green),
  split('split-harness-tests-code', HARNESS_FIRST, neutral, red, green),
  split('split-tests-harness', TESTS_FIRST, red, withHarness(green)),
  split('split-harness-characterize', HARNESS_FIRST, neutral, characterize),
  split('split-characterize-harness', 'Commit the tests first, then what they stand on', characterize, neutral),
  split('split-harness-code', HARNESS_FIRST, neutral, refactor),
  split('split-harness-green', HARNESS_FIRST, neutral, green),
  split('split-code-first', CODE_FIRST, refactor, characterize),
  split('split-code-harness-first', CODE_FIRST, withHarness(refactor), characterize),
  split('split-describe-first', TESTS_DESCRIBE, characterize, refactor),
  split(
    'split-green-describe',
    'Commit the code that makes the failing tests pass, then the further tests',
    green,
    characterize,
  ),
  split('split-green-harness', 'Commit the code that makes the failing tests pass, then the rest', green, neutral),
]
