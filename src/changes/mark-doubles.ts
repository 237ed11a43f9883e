/** Marks every commit with the doubles of its tests that stand for members which no production has. */
import { getPhase } from '../core/evaluate/phase.ts'
import type { Commit, FileChange } from '../core/model/commit.ts'
import type { Scratch } from '../git/scratch.ts'
import type { Classify } from '../git/trees.ts'
import { readDoubles } from '../syntax/index.ts'
import { findUnreal, type PlacedDouble } from './real-members.ts'
import { isRegular, MAX_MARKED_BYTES, readSides } from './tree-texts.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20

/** A RED may double what its GREEN writes, so a GREEN answers for all tests before it. */
export async function markDoubles(
  scratch: Scratch,
  commits: readonly Commit[],
  classify: Classify,
): Promise<readonly Commit[]> {
  const added = await readAdded(scratch, commits)
  const head = commits.at(-1)?.tree
  if (head === undefined || [...added.values()].every((doubles) => doubles.length === 0)) return commits
  // What a later commit writes was only doubled first.
  const left = await findUnreal(scratch, head, [...added.values()].flat(), classify)
  const open = new Set(left.map(({ double }) => toKey(double)))
  const marked: Commit[] = []
  const before = new Map<string, readonly PlacedDouble[]>()
  for (const commit of commits) {
    const own = commit.changes.filter(isTest).map((change) => [change.path, added.get(toId(change)) ?? []] as const)
    for (const [path, doubles] of own) before.set(path, doubles)
    const { phase, isCharacterization } = getPhase(commit)
    const all = phase === 'green' ? [...before.values()] : own.map(([, doubles]) => doubles)
    const isJudged = phase !== 'red' || isCharacterization
    const asked = isJudged ? all.flat().filter((double) => open.has(toKey(double))) : []
    const found = await findUnreal(scratch, commit.tree, asked, classify)
    const doubles = found
      .slice(0, MAX_FOUND)
      .map(({ double: { path, line, member }, of }) => ({ path, line, member, of }))
    marked.push(doubles.length === 0 ? commit : { ...commit, doubles })
  }
  return marked
}

const isTest = ({ class: kind, after }: FileChange) => kind === 'test' && (after === null || isRegular(after))
const toId = ({ path, after }: FileChange) => `${after?.id} ${path}`
const toKey = ({ path, module, owner, member }: PlacedDouble) => JSON.stringify([path, module, owner, member])

/** Returns doubles that no version before the branch had, by the file's id and path. */
async function readAdded(scratch: Scratch, commits: readonly Commit[]) {
  const changes = commits.flatMap((commit) => commit.changes.filter(isTest))
  const getText = await readSides(scratch, changes, MAX_MARKED_BYTES)
  const getDoubles = (path: string, blob: FileChange['after']): readonly PlacedDouble[] =>
    (readDoubles(path, getText(blob) ?? '') ?? []).map((double) => ({ ...double, path }))
  const known = new Map<string, ReadonlySet<string>>()
  const added = new Map<string, readonly PlacedDouble[]>()
  for (const change of changes) {
    const { path, before, after } = change
    const old = known.get(path) ?? new Set(getDoubles(path, before).map(toKey))
    known.set(path, old)
    added.set(
      toId(change),
      getDoubles(path, after).filter((double) => !old.has(toKey(double))),
    )
  }
  return added
}
