/** Keeps which branch works on which subtask: a ref for each, which all worktrees see and no push sends. */
import type { Repository } from '../repository.ts'
import { hasBranch } from '../write.ts'
import { mayHaveRefs } from './head.ts'

const PREFIX = 'refs/tdd-gate/claims/'

export interface Claim {
  readonly subtask: string
  readonly branch: string
}

/** Returns the claims of branches that exist. @param plan the digest of the plan that the branches share */
export async function readClaims(repository: Repository, plan: string): Promise<readonly Claim[]> {
  if (!mayHaveRefs(repository, PREFIX)) return []
  const listed = await repository.git(['for-each-ref', '--format=%(refname)', getFolder(plan)])
  const refs = listed
    .toString()
    .split('\n')
    .filter((ref) => ref !== '')
  const claims = await Promise.all(
    refs.map(async (ref) => ({
      subtask: Buffer.from(ref.slice(getFolder(plan).length), 'hex').toString(),
      branch: await readBranch(repository, ref),
    })),
  )
  const isThere = await Promise.all(claims.map(({ branch }) => hasBranch(repository, branch)))
  return claims.filter((_, n) => isThere[n])
}

/** Git creates a ref once, also where two branches ask at the same time. @returns false where another branch has the subtask */
export async function writeClaim(repository: Repository, plan: string, { subtask, branch }: Claim): Promise<boolean> {
  const ref = `${getFolder(plan)}${Buffer.from(subtask).toString('hex')}`
  const blob = (await repository.git(['hash-object', '-w', '--stdin'], { input: branch })).toString().trim()
  const before = await repository.run(['rev-parse', '--verify', '--quiet', ref])
  const old = before.code === 0 ? before.stdout.toString().trim() : '0'.repeat(blob.length)
  const isTaken = before.code === 0 && (await hasBranch(repository, await readBranch(repository, old)))
  if (isTaken) return false
  return (await repository.run(['update-ref', ref, blob, old])).code === 0
}

const readBranch = async (repository: Repository, blob: string) =>
  (await repository.git(['cat-file', 'blob', blob])).toString()

/** The name of a ref holds no colon. */
const getFolder = (plan: string) => `${PREFIX}${plan.replaceAll(/[^0-9a-f]/g, '')}/`
