/** Labels and text of a pull request, as mirrors for people: nothing is ever decided from them. */
import type { GitHub, RepositoryName } from '../github.ts'
import { isSameText } from './same.ts'

export interface Mirror {
  readonly body: string
  readonly labels: readonly string[]
}

const ROUTE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

/**
 * One request for both, and none where nothing differs.
 * @param shown what stands there; labels of others stay
 * @throws GateError as GitHub's refusal
 */
export async function writeMirror(
  github: GitHub,
  repository: RepositoryName,
  pullRequest: number,
  { shown, wanted }: { readonly shown: Mirror; readonly wanted: Mirror },
): Promise<'updated' | 'unchanged'> {
  const body = isSameText(shown.body, wanted.body) ? {} : { body: wanted.body }
  const labels = isSameSet(shown.labels, wanted.labels) ? {} : { labels: [...wanted.labels] }
  if (Object.keys({ ...body, ...labels }).length === 0) return 'unchanged'
  await github.request(ROUTE, { ...repository, issue_number: pullRequest, ...body, ...labels })
  return 'updated'
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return [...some].toSorted().join('\n') === [...others].toSorted().join('\n')
}
