/** Reads files of a commit through GitHub's API, because an App has no clone. */

import { fileTooLarge } from '../../../core/errors/files.ts'
import type { Sha } from '../../../core/model/commit.ts'
import type { Answer, GitHub, RepositoryName } from '../../routes.ts'
import { orNull } from '../../status.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/contents/{path}'
type Contents = Answer<typeof ROUTE>['data']
/** GitHub returns the content of larger files in another format only: https://docs.github.com/en/rest/repos/contents */
const MAX_BYTES = 1_048_576

/**
 * Reads a file. @param path from the top of the tree @returns its text; null when there is no such file @throws
 * GateError `limit-exceeded` for a file above the limit of GitHub's API, and for a refusal of GitHub
 */
export async function readContents(
  github: GitHub,
  repository: RepositoryName,
  ref: Sha,
  path: string,
): Promise<string | null> {
  const answer = await orNull(github.request(ROUTE, { ...repository, path, ref }))
  if (answer === null) return null
  return decodeContents(answer.data, path)
}

/** Returns null for what is no file. @throws GateError `limit-exceeded` */
export function decodeContents(data: Contents, path: string): string | null {
  if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) return null
  if (data.size > MAX_BYTES || data.encoding !== 'base64') throw fileTooLarge(path, MAX_BYTES, `Make ${path} smaller.`)
  return Buffer.from(data.content, 'base64').toString('utf8')
}
