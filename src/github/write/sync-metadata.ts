/** Title, text and labels of a pull request, as mirrors for people: nothing is ever decided from them. */
import type { GitHub, RepositoryName } from '../routes.ts'
import { isSameText } from './same.ts'

export interface Metadata {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

const ROUTE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

/**
 * One request for all, and none where nothing differs.
 * @param shown what stands there; labels of others stay
 * @throws GateError as GitHub's refusal
 */
export async function syncMetadata(
  github: GitHub,
  repository: RepositoryName,
  pullRequest: number,
  { shown, wanted }: { readonly shown: Metadata; readonly wanted: Metadata },
): Promise<'updated' | 'unchanged'> {
  const title = isSameTitle(shown.title, wanted.title) ? {} : { title: wanted.title }
  const body = isSameText(shown.body, wanted.body) ? {} : { body: wanted.body }
  const labels = isSameSet(shown.labels, wanted.labels) ? {} : { labels: [...wanted.labels] }
  if (Object.keys({ ...title, ...body, ...labels }).length === 0) return 'unchanged'
  await github.request(ROUTE, { ...repository, issue_number: pullRequest, ...title, ...body, ...labels })
  return 'updated'
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return [...some].toSorted().join('\n') === [...others].toSorted().join('\n')
}

/** What GitHub may have made of blanks is no edit: written for ever, each time would start the workflow once more. */
function isSameTitle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((title) =>
    title
      .normalize('NFC')
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
  )
  return first === second
}
