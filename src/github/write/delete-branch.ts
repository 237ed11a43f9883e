/** Deletes a branch while its tip is the one that a person saw. Nothing that was pushed meanwhile is lost. */
import type { Effect } from '../../core/model/effect.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { orNull } from '../status.ts'

const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const DELETE = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'

/** @returns `moved` where the branch has another tip now, which is kept @throws GateError for a refusal of GitHub */
export async function deleteBranch(
  github: GitHub,
  repository: RepositoryName,
  { branch, head }: Extract<Effect, { readonly kind: 'delete-branch' }>,
): Promise<'done' | 'unchanged' | 'moved'> {
  const place = { ...repository, ref: `heads/${branch}` }
  const found = await orNull(github.request(REF, place))
  if (found === null) return 'unchanged'
  if (found.data.object.sha !== head) return 'moved'
  await github.request(DELETE, place)
  return 'done'
}
