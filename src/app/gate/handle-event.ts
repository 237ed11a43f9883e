/** Handles every event of the queue. A hint leads to an evaluation; a request of a person is executed once. */
import { type GateEvent, type Hint, isHint, type RepositoryRef, toKey } from '../../core/model/event.ts'
import { listOpenPulls, readHeads } from '../../github/read/pull-request/heads.ts'
import { getName } from '../../github/read/pull-request/pull-request.ts'
import type { GitHub } from '../../github/routes.ts'
import { NO_SUCH_COMMIT, orNull } from '../../github/status.ts'
import type { GateContext, GateJob } from './context.ts'
import { restoreComment } from './edited-comment.ts'
import { evaluatePullRequest } from './evaluate-pull-request.ts'
import type { PullRequestEvaluation } from './evaluation.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { answerMergeGroup } from './merge-group.ts'

/** Events have keys of their own, such as an issue or a head, and several of them may evaluate one pull request. */
const withLock = createKeyedMutex()
/** Bound on repeated evaluations of pull requests that share a head. */
const MAX_REEVALUATIONS = 3

/**
 * Handles an event. @param github a client of the installation that owns the repository @returns events that follow,
 * each with its own key @throws GateError for a refusal of GitHub: the event must be retried, and nothing wrong was
 * written
 */
export async function handleEvent(
  github: GitHub,
  { event, repository }: GateJob,
  context: GateContext,
): Promise<readonly GateEvent[]> {
  const echoes = new Map<string, Hint>()
  const evaluation = async (pullRequest: number) => {
    const seen = await withLock(`${repository.id}#${pullRequest}`, () =>
      evaluatePullRequest(github, repository, pullRequest, context),
    )
    for (const hint of [...findReevaluations(seen, event), ...seen.groups]) echoes.set(toKey(repository, hint), hint)
    return seen
  }
  const next = await handle({ github, event, repository, context, look: evaluation })
  return [...next, ...echoes.values()]
}

/**
 * A check belongs to a commit. A parallel evaluation of another pull request with this head may write an outdated
 * result, so that one is evaluated again afterwards.
 */
function findReevaluations({ truth: snapshot, others, written }: PullRequestEvaluation, event: GateEvent) {
  const { echo = 0, isRoutine = false } = event.kind === 'pull-request' ? event : {}
  if ((echo > 0 || isRoutine) && written.check === 'unchanged') return []
  if (echo >= MAX_REEVALUATIONS) return []
  const numbers = others.map(({ says }) => says.pullRequest).filter((number) => number !== snapshot.page.number)
  return numbers.map((number) => ({ kind: 'pull-request' as const, number, echo: echo + 1 }))
}

interface Handling extends GateJob {
  readonly github: GitHub
  readonly context: GateContext
  readonly look: (pullRequest: number) => Promise<PullRequestEvaluation>
}

async function handle({ github, event, repository, context, look: evaluate }: Handling): Promise<readonly GateEvent[]> {
  if (!isHint(event)) return context.handleRequest({ github, repository, request: event, context, look: evaluate })
  if (event.kind === 'given-up') {
    const { request, code } = event
    return context.handleRequest({ github, repository, request, givenUp: code, context, look: evaluate })
  }
  if (event.kind === 'pull-request') {
    const { page } = (await evaluate(event.number)).truth
    // Another pull request with this head was combined with the closed one and is now independent.
    return page.isOpen ? [] : [{ kind: 'head', head: page.head }]
  }
  if (event.kind === 'edited-comment') return restoreComment(github, repository, event, context)
  if (event.kind === 'merge-group') {
    await answerMergeGroup(github, repository, event, context)
    return []
  }
  return (await getPulls(github, repository, event)).map((number) => ({ kind: 'pull-request', number }))
}

async function getPulls(
  github: GitHub,
  repository: RepositoryRef,
  event: Exclude<Hint, { readonly kind: 'pull-request' | 'merge-group' | 'edited-comment' | 'given-up' }>,
): Promise<readonly number[]> {
  const name = getName(repository)
  switch (event.kind) {
    case 'head':
      // A hint may name a commit that no longer exists.
      return (await orNull(readHeads(github, name, event.head), NO_SUCH_COMMIT)) ?? []
    case 'base':
    case 'repository': {
      const pulls = await listOpenPulls(github, name, event.kind === 'base' ? event.branch : null)
      return pulls.map(({ number }) => number)
    }
    default:
      return event satisfies never
  }
}
