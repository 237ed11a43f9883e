/** The corridor: every letter of the inbox ends here. A hint is looked at anew; what a person asked for is done once. */
import { type Hint, isHint, type RepositoryRef } from './core/event.ts'
import { openPulls, readHeads } from './facts/heads.ts'
import { nameOf } from './facts/pull-request.ts'
import type { GateContext, GateLetter } from './gate/context.ts'
import { takeBackComment } from './gate/edited-comment.ts'
import { answerMergeGroup } from './gate/merge-group.ts'
import { lookAt } from './gate/pull-request.ts'
import { takeTurns } from './gate/turns.ts'
import { NO_SUCH_COMMIT, orNull } from './github/status.ts'
import type { GitHub } from './github.ts'

/** Letters have keys of their own, an issue or a head, and several of them may look at one pull request. */
const inTurn = takeTurns()

/**
 * @param github a client of the installation that owns the repository; what GitHub refuses it throws as GateError
 * @returns hints that this letter leads to, each to be looked at by itself, in the order of its own letters
 * @throws GateError as GitHub's refusal: the letter is to be tried again, and nothing wrong was written
 */
export async function handleLetter(
  github: GitHub,
  { event, repository }: GateLetter,
  context: GateContext,
): Promise<readonly Hint[]> {
  const look = (pullRequest: number) =>
    inTurn(`${repository.id}#${pullRequest}`, () => lookAt(github, repository, pullRequest, context))
  if (!isHint(event)) return context.handleRequest({ github, repository, request: event, context, look })
  if (event.kind === 'given-up') {
    const { request, code } = event
    return context.handleRequest({ github, repository, request, givenUp: code, context, look })
  }
  if (event.kind === 'pull-request') {
    const { page } = (await look(event.number)).truth
    // Another one with this head had to hold together with it, and is on its own now.
    return page.isOpen ? [] : [{ kind: 'head', head: page.head }]
  }
  if (event.kind === 'edited-comment') return takeBackComment(github, repository, event, context)
  if (event.kind === 'merge-group') {
    await answerMergeGroup(github, repository, event, context)
    return []
  }
  return (await pullsOf(github, repository, event)).map((number) => ({ kind: 'pull-request', number }))
}

async function pullsOf(
  github: GitHub,
  repository: RepositoryRef,
  event: Exclude<Hint, { readonly kind: 'pull-request' | 'merge-group' | 'edited-comment' | 'given-up' }>,
): Promise<readonly number[]> {
  const name = nameOf(repository)
  switch (event.kind) {
    case 'head':
      // A hint may name what is not there any more.
      return (await orNull(readHeads(github, name, event.head), NO_SUCH_COMMIT)) ?? []
    case 'base':
    case 'repository': {
      const pulls = await openPulls(github, name, event.kind === 'base' ? event.branch : null)
      return pulls.map(({ number }) => number)
    }
    default:
      return event satisfies never
  }
}
