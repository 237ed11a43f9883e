/** Opens the pull request by which a repository gets the gate. Each step that is done already is skipped. */
import { PAGE } from '../pages.ts'
import type { GitHub, RepositoryName } from '../routes.ts'
import { NOT_SHOWN, orNull } from '../status.ts'

interface NewFile {
  readonly path: string
  readonly text: string
}

interface Onboarding {
  readonly branch: string
  readonly title: string
  readonly config: NewFile
  /** GitHub lets Apps write it with the permission `workflows` only. */
  readonly workflow: NewFile
  /** @param hasWorkflow whether the workflow is part of it */
  readonly toBody: (hasWorkflow: boolean) => string
}

const FILE = 'PUT /repos/{owner}/{repo}/contents/{path}'
const PULLS = 'GET /repos/{owner}/{repo}/pulls'
/** The branch or the file is there already, or a rule of the repository is against it. */
const REFUSED: readonly number[] = [...NOT_SHOWN, 409, 422]

/** A pull request of this branch that people closed is their answer. @throws GateError for a refusal of GitHub */
export async function openOnboarding(
  github: GitHub,
  repository: RepositoryName,
  { branch, title, config, workflow, toBody }: Onboarding,
): Promise<void> {
  const head = `${repository.owner}:${branch}`
  if ((await github.request(PULLS, { ...repository, head, state: 'all', per_page: PAGE })).data.length > 0) return
  const { data } = await github.request('GET /repos/{owner}/{repo}', repository)
  const base = data.default_branch
  const tip = await orNull(
    github.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...repository, ref: base }),
    REFUSED,
  )
  // It is empty.
  if (tip === null) return
  const ref = { ...repository, ref: `refs/heads/${branch}`, sha: tip.data.sha }
  await orNull(github.request('POST /repos/{owner}/{repo}/git/refs', ref), REFUSED)
  const write = ({ path, text }: NewFile) => {
    const content = Buffer.from(text).toString('base64')
    return orNull(github.request(FILE, { ...repository, path, branch, message: title, content }), REFUSED)
  }
  if ((await write(config)) === null) return
  const body = toBody((await write(workflow)) !== null)
  await orNull(
    github.request('POST /repos/{owner}/{repo}/pulls', { ...repository, title, head: branch, base, body }),
    REFUSED,
  )
}
