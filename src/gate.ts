/** The corridor: every letter of the inbox ends here. A hint is looked at anew; what a person asked for is done once. */
import type { Sha } from './core/commit.ts'
import { type Hint, isHint, keyOf, type RepositoryRef } from './core/event.ts'
import { openPulls, readHeads } from './facts/heads.ts'
import { nameOf } from './facts/pull-request.ts'
import type { GateContext, GateLetter } from './gate/context.ts'
import { answerMergeGroup } from './gate/merge-group.ts'
import { lookAt } from './gate/pull-request.ts'
import { statusOf } from './github/status.ts'
import type { GitHub, RepositoryName } from './github.ts'

/**
 * @param github a client of the installation that owns the repository; what GitHub refuses it throws as GateError
 * @throws GateError as GitHub's refusal: the letter is to be tried again, and nothing wrong was written
 */
export async function handleLetter(github: GitHub, letter: GateLetter, context: GateContext): Promise<void> {
  const { event, repository } = letter
  if (!isHint(event)) {
    const look = (pullRequest: number) => lookAt(github, repository, pullRequest, context)
    return context.handleRequest({ github, repository, request: event, context, look })
  }
  if (event.kind === 'pull-request') return void (await lookAt(github, repository, event.number, context))
  if (event.kind === 'merge-group') return void (await answerMergeGroup(github, repository, event, context))
  for (const number of await pullsOf(github, repository, event)) {
    const next: Hint = { kind: 'pull-request', number }
    context.accept({ id: `${letter.id}#${number}`, key: keyOf(repository, next), repository, event: next })
  }
}

/** Each of them is looked at by itself, in the order of its own letters. */
async function pullsOf(
  github: GitHub,
  repository: RepositoryRef,
  event: Exclude<Hint, { readonly kind: 'pull-request' | 'merge-group' }>,
): Promise<readonly number[]> {
  const name = nameOf(repository)
  switch (event.kind) {
    case 'head':
      return headsOf(github, name, event.head)
    case 'base':
    case 'repository': {
      const pulls = await openPulls(github, name, event.kind === 'base' ? event.branch : null)
      return pulls.map(({ number }) => number)
    }
    default:
      return event satisfies never
  }
}

/** A hint may name what is not there any more. */
async function headsOf(github: GitHub, name: RepositoryName, head: Sha): Promise<readonly number[]> {
  try {
    return await readHeads(github, name, head)
  } catch (error) {
    if ([404, 422].includes(statusOf(error) ?? 0)) return []
    throw error
  }
}
