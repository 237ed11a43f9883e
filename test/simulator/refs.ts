/** Refs that move, by push or by request, and what follows: events, heads and bases of pull requests. */

import { getRules, unmetChecks } from './branch-rules.ts'
import { isAncestor, ZERO } from './git.ts'
import { swapRef } from './git-write.ts'
import { closeMerged, closePull, movePullHead, refreshPull } from './pulls.ts'
import { refuse } from './refusal.ts'
import { getActor } from './state.ts'
import type { Caller, Issue, Repository, World } from './world.ts'

export interface RefUpdate {
  readonly ref: string
  readonly before: string
  readonly after: string
}

const HEADS = 'refs/heads/'

/** Moves one ref and everything that hangs on it; call it serially. Throws 422 when it has moved meanwhile. */
export async function moveRef(world: World, repository: Repository, update: RefUpdate, caller: Caller): Promise<void> {
  const { ref, before, after } = update
  if (!(await swapRef(repository, ref, before, after))) refuse(422, 'Reference cannot be updated')
  await followRef(world, repository, update, caller)
}

/** What follows when a ref has moved. */
export async function followRef(
  world: World,
  repository: Repository,
  update: RefUpdate,
  caller: Caller,
): Promise<void> {
  const { ref, before, after } = update
  const isForced = before !== ZERO && after !== ZERO && !(await isAncestor(repository, before, after))
  world.emit({ kind: 'ref-updated', repository, ...update, caller, isForced })
  if (!ref.startsWith(HEADS)) return
  const about = { id: world.nextId(), ref, before, after, isForced }
  repository.activities.push({ ...about, actor: getActor(caller), at: world.now() })
  const branch = ref.slice(HEADS.length)
  for (const [base, issue] of openPulls(world)) {
    const { pull } = issue
    if (pull?.headRepositoryId === repository.id && pull.headBranch === branch) {
      await followHead(world, base, issue, repository, after, caller)
    } else if (base === repository && pull?.baseBranch === branch) {
      await followBase(world, base, issue, after, caller)
    }
  }
}

async function followHead(
  world: World,
  base: Repository,
  issue: Issue,
  head: Repository,
  after: string,
  caller: Caller,
) {
  if (after === ZERO) return closePull(world, base, issue, caller)
  await movePullHead(world, base, issue, head, after, caller)
}

async function followBase(world: World, repository: Repository, issue: Issue, after: string, caller: Caller) {
  if (after === ZERO) return closePull(world, repository, issue, caller)
  if (issue.pull === null) return
  if (await isAncestor(repository, issue.pull.headSha, after))
    return closeMerged(world, repository, issue, after, caller)
  await refreshPull(world, repository, issue)
}

/** With the repository into which they go. */
function openPulls(world: World): [Repository, Issue][] {
  return [...world.repositories.values()].flatMap((repository) =>
    [...repository.issues.values()]
      .filter(({ pull, state }) => pull !== null && state === 'open')
      .map((issue) => [repository, issue] as [Repository, Issue]),
  )
}

/** What a refused push says: GitHub's code and sentence, and what stands beside the ref. */
export interface RefRefusal {
  readonly words: string
  readonly reason: string
}

/** Why rules of the branch forbid an update; null when they do not. The objects must have arrived. */
export async function getRefusal(
  repository: Repository,
  update: RefUpdate,
  caller: Caller,
): Promise<RefRefusal | null> {
  const { ref, before, after } = update
  if (!ref.startsWith(HEADS)) return null
  for (const rule of getRules(repository, ref.slice(HEADS.length))) {
    if (rule.isBypassedBy(caller)) continue
    const why = await whyNot(repository, rule, { ref, before, after })
    if (why === null) continue
    return rule.from === 'protection'
      ? {
          words: `GH006: Protected branch update failed for ${ref}.\n\n- ${why}`,
          reason: 'protected branch hook declined',
        }
      : {
          words: `GH013: Repository rule violations found for ${ref}.\n\n- ${why}`,
          reason: 'push declined due to repository rule violations',
        }
  }
  return null
}

async function whyNot(repository: Repository, rule: ReturnType<typeof getRules>[number], update: RefUpdate) {
  const { before, after } = update
  const { forbids } = rule
  if (after === ZERO) return forbids.includes('deletion') ? 'Cannot delete this branch' : null
  if (before === ZERO)
    return forbids.includes('creation') ? 'Cannot create ref due to creations being restricted.' : null
  if (forbids.includes('update')) return 'Cannot update this protected ref.'
  const isForced = forbids.includes('non_fast_forward') && !(await isAncestor(repository, before, after))
  if (isForced) return 'Cannot force-push to this branch'
  return unmetChecks(repository, rule, after)
}

/** Refuses by REST what a push would be refused for. */
export async function demandAllowed(repository: Repository, update: RefUpdate, caller: Caller): Promise<void> {
  const refusal = await getRefusal(repository, update, caller)
  if (refusal === null) return
  const [head = '', why = ''] = refusal.words.split('\n\n- ')
  refuse(422, head.startsWith('GH006') ? why : `Repository rule violations found\n\n${why}\n\n`)
}
