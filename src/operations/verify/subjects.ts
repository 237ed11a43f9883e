/** Finds the commits to judge: those of the branch, or the two that `sequence: pull-request` creates. */
import { posix } from 'node:path'
import { markEdits } from '../../changes/edits.ts'
import { divideChanges, divideCommits } from '../../changes/in-file-tests.ts'
import { markDifferences, markExports } from '../../changes/mark-differences.ts'
import { markDoubles } from '../../changes/mark-doubles.ts'
import { markRecognitions } from '../../changes/mark-recognitions.ts'
import { markSupport } from '../../changes/mark-support.ts'
import { markRead } from '../../changes/search.ts'
import { compileGlobs } from '../../config/file-class.ts'
import { quarantineReason } from '../../core/compare/lost-tests.ts'
import { getPromise } from '../../core/difference/promise.ts'
import { getPhase } from '../../core/evaluate/phase.ts'
import {
  type Commit,
  type FileChange,
  type FileClass,
  type Sha,
  SYMLINK,
  short,
  trailer,
} from '../../core/model/commit.ts'
import type { Policy } from '../../core/model/policy.ts'
import { getMixedTests } from '../../core/rules/refactor-keeps-apart.ts'
import { getTree } from '../../git/cat-file.ts'
import { readCommits } from '../../git/history.ts'
import type { Range } from '../../git/range.ts'
import type { Scratch } from '../../git/scratch.ts'
import { type Classify, changesBetween } from '../../git/trees.ts'
import { verifyTexts } from './texts.ts'

export interface Subjects {
  readonly subjects: readonly Commit[]
  /** The commit with which the first of them is compared. */
  readonly origin: { readonly sha: Sha; readonly tree: Sha }
}

/**
 * Reads the commits. A branch starts where its first commit does. When base was merged in later, the merge base has
 * tests that the first commits never had.
 */
export async function readSubjects(
  scratch: Scratch,
  range: Range,
  classify: Classify,
  policy: Policy,
): Promise<Subjects> {
  const { subjects, origin } = await readMarked(scratch, range, classify, policy)
  const marked = await markDifferences(scratch, await markExports(scratch, subjects))
  const doubled = await markDoubles(scratch, marked, classify)
  const supported = await markSupport(scratch, doubled, origin.tree, classify)
  return { subjects: await markRecognitions(scratch, supported, classify), origin }
}

async function readMarked(scratch: Scratch, range: Range, classify: Classify, policy: Policy): Promise<Subjects> {
  const { sequence } = policy
  const raw = await divideCommits(scratch, await readCommits(scratch, range, classify))
  const read = await withEdits(scratch, await markLinks(scratch, raw))
  const stubbed = markStubs(read, policy.red.stubs)
  const commits = sequence === 'pull-request' ? stubbed : await markRead(scratch, stubbed, classify)
  const base = { sha: range.base ?? range.baseTree, tree: range.baseTree }
  if (sequence === 'pull-request') {
    const subjects = await markRead(scratch, await layOver(scratch, range, classify, commits), classify)
    return { subjects, origin: base }
  }
  const fork = commits[0]?.parents[0]
  if (fork === undefined || fork === range.base) return { subjects: commits, origin: base }
  return { subjects: commits, origin: { sha: fork, tree: await getTree(scratch.readObjects, fork) } }
}

/**
 * Creates two commits: the head's tests (and their harness) over the base must fail; the head itself must pass. The
 * code of a refactoring comes first, so that the base's tests check it.
 */
async function layOver(
  scratch: Scratch,
  range: Range,
  classify: Classify,
  commits: readonly Commit[],
): Promise<readonly Commit[]> {
  const head = commits.at(-1)
  if (!head) return []
  const base = range.base ?? range.baseTree
  const all = await divideChanges(scratch, [await changesBetween(scratch, range.baseTree, head.tree, classify)])
  const [changes = []] = await markEdits(scratch, all)
  const early = changes.filter((change) => change.class === 'test' || change.class === 'harness')
  const late = changes.filter((change) => !early.includes(change))
  const isProduction = late.some((change) => change.class === 'production')
  const hasTests = early.some((change) => change.class === 'test')
  const reasons = commits.flatMap((commit) => quarantineReason(commit) ?? [])
  const create = (part: Created) => synthesize(head, part, reasons)
  const subject = getSubject(head, commits)
  const phase = getStatedPhase(commits, isProduction)
  const whole = { ...create({ sha: head.sha, tree: head.tree, parents: [base], phase, changes }), subject }
  if (!isProduction || !hasTests) return [whole]
  const isRefactor = getPhase(whole).phase === 'refactor'
  const isInOneFile = early.some(({ path }) => late.some((change) => change.path === path))
  if (isRefactor && (isInOneFile || getMixedTests(changes).length === 0)) return [whole]
  const [first, last] = isRefactor ? [late, early] : [early, late]
  const tree = await scratch.composeTree(
    range.baseTree,
    first.map(({ path, after }) => ({ path, blob: after })),
  )
  const title = isRefactor ? verifyTexts.codeOver : verifyTexts.testsOver
  const sha = await scratch.commitTree(tree, range.base ? [range.base] : [], title(head.sha, base))
  const rest = { sha: head.sha, tree: head.tree, parents: [sha], changes: last }
  return [
    {
      ...create({ sha, tree, parents: [base], phase: isRefactor ? 'refactor' : 'red', changes: first }),
      subject: title(short(head.sha), short(base)),
      message: '',
    },
    isRefactor ? create({ ...rest, phase: null }) : { ...create({ ...rest, phase: 'green' }), subject },
  ]
}

interface Created extends Pick<Commit, 'sha' | 'tree' | 'parents' | 'changes'> {
  readonly phase: string | null
}

/** @param reasons why commits of tests alone skip some of them */
function synthesize(head: Commit, { phase, ...part }: Created, reasons: readonly string[]): Commit {
  const { reverts: _, ...rest } = head
  const stated = { phase, quarantine: reasons.length === 0 ? null : reasons.join('; ') }
  const trailers = Object.entries(stated).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  return { ...rest, ...part, trailers, merge: null }
}

const states = (commit: Commit, phase: string) => trailer(commit, 'phase')?.trim().toLowerCase() === phase
const changing = (commits: readonly Commit[], kind: FileClass) =>
  commits.filter(({ changes }) => changes.some((change) => change.class === kind))

/** Returns the phase that the commits state for the request as a whole. A stated GREEN is no refactoring. */
function getStatedPhase(commits: readonly Commit[], isProduction: boolean): string | null {
  if (!isProduction) {
    const tests = changing(commits, 'test')
    if (tests.length > 0 && tests.every((commit) => states(commit, 'characterize'))) return 'characterize'
  } else if ([...changing(commits, 'production'), ...commits.slice(-1)].some((commit) => states(commit, 'green')))
    return 'green'
  return isStatedRefactor(commits) ? 'refactor' : null
}

/** Returns whether the request is a refactoring: by a trailer of its head, or by each commit that changes production. */
function isStatedRefactor(commits: readonly Commit[]): boolean {
  const head = commits.at(-1)
  if (head !== undefined && states(head, 'refactor')) return true
  const working = changing(commits, 'production')
  return working.length > 0 && working.every((commit) => getPhase(commit).phase === 'refactor')
}

/**
 * Returns the request's subject: that of a commit that changes production. One that promises the same code stands for
 * all only where all promise it.
 */
function getSubject({ subject }: Commit, commits: readonly Commit[]): string {
  const working = changing(commits, 'production')
  const others = working.filter((commit) => getPhase({ ...commit, trailers: [] }).phase !== 'refactor')
  const chosen = others.length > 0 ? others : working.toReversed()
  return (chosen.find((commit) => getPromise(commit) === null) ?? chosen[0])?.subject ?? subject
}

async function withEdits(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const lists = await markEdits(
    scratch,
    commits.map(({ changes }) => changes),
  )
  return commits.map((commit, n) => ({ ...commit, changes: lists[n] ?? commit.changes }))
}

function markStubs(commits: readonly Commit[], globs: readonly string[]): readonly Commit[] {
  if (globs.length === 0) return commits
  const isStub = compileGlobs(globs, false)
  return commits.map((commit) => ({
    ...commit,
    changes: commit.changes.map((change) => (isStub(change.path) ? { ...change, isStub: true } : change)),
  }))
}

/** No system follows longer targets. */
const MAX_LINK = 4_096

/** Marks every symbolic link that leads out of the tree; an unreadable one counts as such. */
async function markLinks(scratch: Scratch, commits: readonly Commit[]): Promise<readonly Commit[]> {
  const mark = async (change: FileChange): Promise<FileChange> => {
    if (change.after?.mode !== SYMLINK) return change
    const { code, stdout } = await scratch.run(['cat-file', 'blob', change.after.id])
    return code === 0 && !leadsOutside(change.path, stdout.toString()) ? change : { ...change, isOutside: true }
  }
  return Promise.all(
    commits.map(async (commit) => {
      const hasLink = commit.changes.some(({ after }) => after?.mode === SYMLINK)
      return hasLink ? { ...commit, changes: await Promise.all(commit.changes.map(mark)) } : commit
    }),
  )
}

function leadsOutside(path: string, target: string): boolean {
  if (target.length > MAX_LINK || posix.isAbsolute(target) || /^[A-Za-z]:|\\/.test(target)) return true
  const reached = posix.normalize(posix.join(posix.dirname(path), target))
  return reached === '..' || reached.startsWith('../')
}
