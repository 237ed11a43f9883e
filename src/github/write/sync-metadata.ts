/** Synchronises title, text and labels of a pull request for readers. No decision reads them. */
import type { GitHub, RepositoryName } from '../routes.ts'
import { isSameText } from './same.ts'

export interface Metadata {
  readonly title: string
  readonly body: string
  readonly labels: readonly string[]
}

const ROUTE = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}'

/**
 * Writes the differences with one request, or none. @param shown the current values; labels of other people stay
 * @throws GateError for a refusal of GitHub
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

/** GitHub may normalise whitespace. Without this, every run would write the title and start the workflow again. */
function isSameTitle(one: string, other: string): boolean {
  const [first, second] = [one, other].map((title) =>
    title
      .normalize('NFC')
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim(),
  )
  return first === second
}
