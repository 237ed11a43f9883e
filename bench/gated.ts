/** A gated repository on a local GitHub, with the App at its door: what it costs is seen from GitHub's side. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION, toCallerWorkflow, WORKFLOW_PATH } from '../src/render/workflow-file.ts'
import { attachActions } from '../test/simulator/actions/attach.ts'
import { checks } from '../test/simulator/api/checks.ts'
import { type LocalGitHub, startGitHub } from '../test/simulator/github.ts'
import { EVENTS, PERMISSIONS } from '../test/simulator/stage.ts'
import type { LocalApp } from '../test/simulator/verbs.ts'
import type { Repository, User } from '../test/simulator/world.ts'
import { CHECKS, openQuickJudge } from '../test/support/quick-judge.ts'
import { releaseInName } from '../test/support/release.ts'
import { prepareApp, type RunningApp } from '../test/support/running-app.ts'

const CREATE = 'POST /repos/{owner}/{repo}/check-runs'
/** Asked once in each evaluation. */
const LOOK = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
const UPDATE = 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'

/** Times of events, in milliseconds of `performance.now`. */
export interface Moments {
  /** GitHub reported the push. */
  pushed: number
  /** GitHub reported the end of the run; its evidence is available. */
  measured: number
  /** The gate's check was written. */
  readonly checked: number[]
}

export interface Gated extends AsyncDisposable {
  readonly github: LocalGitHub
  readonly shop: Repository
  readonly ada: User
  readonly app: RunningApp
  readonly gate: LocalApp
  readonly moments: Moments
  readonly settled: () => Promise<void>
}

/** The App's requests to GitHub, without reads that GitHub answers with "not modified": those cost no point. */
export interface Spent {
  readonly reads: number
  readonly writes: number
}

/** Measured for real, by the judge's functions in this process: with no runner to wait for. */
export async function openGated(below: string): Promise<Gated> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(below, 'gated-'))
  process.env['TDD_GATE_CACHE'] = join(folder, 'cache')
  const github = stack.use(await startGitHub())
  await releaseInName(github)
  const files = { ...(CHECKS as Record<string, string>), [WORKFLOW_PATH]: toCallerWorkflow(ACTION) }
  const shop = await github.repository({ owner: 'acme', name: 'shop', isPrivate: true, files })
  const ada = github.user('ada')
  github.grant(shop, ada, 'write')
  const moments: Moments = { pushed: 0, measured: 0, checked: [] }
  const quick = openQuickJudge(github, folder)
  stack.use(
    await attachActions({
      ...github,
      tellRuns: (ofRun) =>
        github.tellRuns(async (repository, run) => {
          if (run.status === 'completed' && Number.isNaN(moments.measured)) {
            await quick.judge(repository, run)
            moments.measured = performance.now()
          }
          return ofRun(repository, run)
        }),
    }),
  )
  watch(github, moments)
  const gate = github.app({ slug: 'tdd-gate', permissions: PERMISSIONS, events: EVENTS })
  const app = stack.use(await prepareApp({ github, gate, folder, minimum: 'verified-run' }))
  await app.start()
  gate.installOn(shop)
  const settled = () => github.settled(app.idle)
  await settled()
  const all = stack.move()
  return { github, shop, ada, app, gate, moments, settled, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function watch(github: LocalGitHub, moments: Moments): void {
  github.world.on((event) => {
    if (event.kind === 'pull-request' && event.action === 'synchronize') moments.pushed = performance.now()
  })
  const [create, update] = [checks[CREATE], checks[UPDATE]]
  if (create === undefined || update === undefined) throw new Error('the local GitHub has no check runs')
  github.serve({
    [CREATE]: async (asked) => {
      const answer = await create(asked)
      if (asked.parameters.name === 'tdd-gate') moments.checked.push(performance.now())
      return answer
    },
    [UPDATE]: async (asked) => {
      const answer = await update(asked)
      moments.checked.push(performance.now())
      return answer
    },
  })
}

/**
 * Counts requests.
 * @param from the number of earlier requests
 * @returns the App's, without its hourly token, by evaluation
 */
export function spent({ github, gate }: Gated, from: number): readonly Spent[] {
  const own = github.exchanges
    .slice(from)
    .filter(({ by, route }) => by === gate.app.bot.login && !route?.endsWith('/access_tokens'))
  const evaluations = Array.from({ length: own.filter(({ route }) => route === LOOK).length }, () => ({
    reads: 0,
    writes: 0,
  }))
  let seen = 0
  for (const { method, route, isUnchanged } of own) {
    if (route === LOOK) seen += 1
    const evaluation = evaluations[Math.max(0, seen - 1)]
    if (evaluation === undefined) throw new Error(`${LOOK} is never asked`)
    if (!isUnchanged) evaluation[method === 'GET' ? 'reads' : 'writes'] += 1
  }
  return evaluations
}
