/** Restores an earlier tree with a new commit. History is kept, and pushes are never lost. */
import type { Effect } from '../../core/model/effect.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { isFinalRefusal } from '../status.ts'

type GoBack = Extract<Effect, { readonly kind: 'go-back' }>

const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const COMMIT = 'GET /repos/{owner}/{repo}/commits/{ref}'
const CREATE = 'POST /repos/{owner}/{repo}/git/commits'
const UPDATE = 'PATCH /repos/{owner}/{repo}/git/refs/{ref}'

/**
 * Restores the tree. @returns `unchanged` where it was done before; `moved` where the branch has another tip now, which
 * is kept @throws GateError for a refusal of GitHub
 */
export async function restoreTree(
  github: GitHub,
  repository: RepositoryName,
  effect: GoBack,
): Promise<'done' | 'unchanged' | 'moved'> {
  const { branch, from, tree, message } = effect
  const tip = await getTip(github, repository, branch)
  if (tip !== from) return (await isDone(github, repository, tip, effect)) ? 'unchanged' : 'moved'
  // Without an explicit author GitHub uses the App and signs the commit.
  const { data } = await github.request(CREATE, { ...repository, message, tree, parents: [from] })
  try {
    await github.request(UPDATE, { ...repository, ref: `heads/${branch}`, sha: data.sha, force: false })
    return 'done'
  } catch (error) {
    // GitHub refuses a commit that does not follow the tip: the branch was pushed meanwhile.
    const isRefused = isFinalRefusal(error)
    if (isRefused && (await getTip(github, repository, branch)) !== from) return 'moved'
    throw error
  }
}

async function getTip(github: GitHub, repository: RepositoryName, branch: string): Promise<string> {
  const { data } = await github.request(REF, { ...repository, ref: `heads/${branch}` })
  return data.object.sha
}

async function isDone(
  github: GitHub,
  repository: RepositoryName,
  tip: string,
  { from, tree }: GoBack,
): Promise<boolean> {
  const { data } = await github.request(COMMIT, { ...repository, ref: tip })
  return data.commit.tree.sha === tree && data.parents.length === 1 && data.parents[0]?.sha === from
}
