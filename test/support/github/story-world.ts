/** GitHub as the gate meets it, in memory: every request and answer is held against GitHub's own description and counted. */

import type { GateContext } from '../../../src/app/gate/context.ts'
import type { PullRequestEvaluation } from '../../../src/app/gate/evaluation.ts'
import { evaluatePullRequest } from '../../../src/app/gate/handle-event.ts'
import type { MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { canonical } from '../../../src/core/util/canonical.ts'
import { createReadOnce } from '../../../src/github/read/evidence/read-once.ts'
import type { Trust } from '../../../src/github/read/evidence/trust.ts'
import { readConfig } from '../../../src/github/read/pull-request/base-config.ts'
import { cacheTrees } from '../../../src/github/read/pull-request/tree-cache.ts'
import type { GitHub, Route } from '../../../src/github/routes.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { zip } from '../zip.ts'
import type { Answered } from './contract.ts'
import { contractGitHub, type Seen, throwProblems } from './in-process.ts'
import { getFiles, type Judged, travel } from './story-evidence.ts'
import { APP, answering, type CheckRecord, type Held, type PullRecord, RAN } from './story-routes.ts'

export { APP } from './story-routes.ts'
export const REPOSITORY = { installationId: 1, id: '812', owner: 'acme', repo: 'shop' }
export const JUDGE = 'tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml'

export interface World extends Held {
  readonly github: GitHub
  readonly context: GateContext
  readonly open: (number: number, story?: Pull, given?: Partial<PullRecord>) => Pull
  readonly judge: (number: number, given?: Judged) => Promise<void>
  readonly record: (on: string, decision: Partial<MaintainerDecision> & Pick<MaintainerDecision, 'kind'>) => void
  readonly look: (number: number) => Promise<PullRequestEvaluation>
  readonly reads: () => string[]
  readonly writes: () => string[]
  readonly gateOf: (head: string) => CheckRecord | undefined
  minimum: Trust['minimum']
  /** For what evidence is believed. */
  trustDigest: Trust['digest']
  /** Statuses with which the next requests of a route end. */
  readonly failures: { route: Route; status: number }[]
}

export function openWorld(): World {
  let ids = 1_000
  const nextId = () => (ids += 1)
  const seen: Seen = { asked: [], problems: [] }
  const world: World = {
    github: contractGitHub((route, params, query, body) => take(route) ?? answer(route, params, query, body), seen),
    pulls: new Map(),
    checks: [],
    comments: [],
    workflows: new Map(),
    queued: new Map(),
    configs: new Map(),
    links: new Set(),
    organisation: null,
    properties: {},
    teams: new Map(),
    changedFiles: [],
    failures: [],
    runs: [],
    artifacts: [],
    jobs: new Map(),
    tip: 'b'.repeat(40),
    minimum: 'verified-run',
    trustDigest: 'these',
    group: [],
    required: [],
    context: {
      app: APP,
      trustIn: () => ({
        ...trust,
        minimum: world.minimum,
        digest: world.trustDigest,
        weakened: ({ level }) =>
          level === 'verified-run' && world.minimum === 'attested'
            ? { ...trust, minimum: level, digest: 'weaker', weakened: () => null }
            : null,
      }),
      readConfig,
      handleRequest: async () => [],
    },
    open: (number, story = openPull(), given = {}) => {
      const plain = { title: 'A cart', body: 'Please', author: 'mona', labels: [], isFork: false, baseBranch: 'main' }
      const state = { state: 'open', draft: false, mergeable: true } as const
      world.pulls.set(number, { number, story, ...plain, ...state, ...given })
      return story
    },
    judge: async (number, given = {}) => {
      const id = nextId()
      const story = world.pulls.get(number)?.story ?? openPull()
      const { head } = story.facts()
      const { event = 'pull_request', status = 'completed', conclusion = 'success' } = given
      const head_branch = world.pulls.get(number)?.headBranch ?? `work-${number}`
      world.runs.push({
        id,
        head_sha: head,
        event,
        status,
        conclusion,
        run_attempt: 1,
        path: '.github/workflows/ci.yml',
        repository: { id: 812 },
        head_repository: { id: world.pulls.get(number)?.isFork ? 900 : 812 },
        referenced_workflows: [{ path: `${JUDGE}@refs/tags/v1`, sha: 'f'.repeat(40) }],
        head_branch,
        created_at: RAN,
        run_started_at: RAN,
        updated_at: RAN,
        html_url: `https://github.com/acme/shop/actions/runs/${id}`,
      })
      if (given.hasArtifact === false || status !== 'completed') return
      const run = { id: String(id), attempt: 1, event, head }
      const bytes = await zip(
        getFiles(
          travel(story.facts()),
          { number, baseBranch: world.pulls.get(number)?.baseBranch ?? 'main' },
          run,
          given,
        ),
      )
      world.artifacts.push({ id: nextId(), runId: id, name: 'tdd-gate-evidence-1', bytes })
    },
    record: (on, given) => {
      const decision: MaintainerDecision = {
        schemaVersion: 1,
        pullRequest: 1,
        head: on,
        subtask: null,
        reason: 'because',
        at: RAN,
        by: { login: 'mona', id: '1', isBot: false },
        commentId: String(nextId()),
        ...(given.kind === 'override' ? { baseBranch: 'main' } : {}),
        ...given,
      }
      const { pullRequest, commentId } = decision
      world.checks.push({
        id: nextId(),
        head_sha: on,
        app: APP,
        name: 'tdd-gate/decision',
        status: 'completed',
        conclusion: 'neutral',
        external_id: `tdd-gate:decision:${pullRequest}:${commentId}`,
        details_url: '',
        output: { title: decision.kind, summary: decision.kind, text: canonical(decision), annotations_count: 0 },
      })
    },
    look: async (number) => {
      seen.asked.length = 0
      const evaluation = await evaluatePullRequest({
        github: world.github,
        repository: REPOSITORY,
        number,
        context: world.context,
      })
      throwProblems(seen)
      return evaluation
    },
    reads: () => seen.asked.filter((line) => line.startsWith('GET ')),
    writes: () => seen.asked.filter((line) => !line.startsWith('GET ')),
    gateOf: (head) =>
      world.checks.findLast(({ name, head_sha, app }) => name === 'tdd-gate' && head_sha === head && app.id === APP.id),
  }
  const trust: Omit<Trust, 'minimum' | 'digest' | 'weakened'> = {
    workflows: [JUDGE],
    trees: cacheTrees(),
    readOnce: createReadOnce(),
    verifyToken: async () => ({ reasons: ['is not looked at here'] }),
    download: { fetch: (async (address: URL) => new Response(store(address.pathname))) as typeof fetch },
  }
  const store = (path: string) => new Uint8Array(world.artifacts.find(({ id }) => `/${id}` === path)?.bytes ?? [])

  const answer = answering(world, nextId)
  /** Takes the ordered failure of a route. */
  function take(route: Route): Answered | null {
    const at = world.failures.findIndex((one) => one.route === route)
    const [failure] = at < 0 ? [] : world.failures.splice(at, 1)
    return failure === undefined ? null : [failure.status, { message: 'No' }]
  }

  return world
}
