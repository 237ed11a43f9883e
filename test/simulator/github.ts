/** A GitHub on this machine: one origin for git, REST and pages, webhooks to Apps, and verbs for stories. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API, answerApi, type Exchange } from './answer-api.ts'
import { answerGit, isGit } from './answer-git.ts'
import { apps } from './api/apps.ts'
import { checks } from './api/checks.ts'
import { comments } from './api/comments.ts'
import { commits } from './api/commits.ts'
import { contents } from './api/contents.ts'
import { gitData } from './api/git-data.ts'
import { issues } from './api/issues.ts'
import { organisations } from './api/organisations.ts'
import { pulls } from './api/pulls.ts'
import { repositories } from './api/repositories.ts'
import { rules } from './api/rules.ts'
import { statuses } from './api/statuses.ts'
import { users } from './api/users.ts'
import { emitCheckRun } from './checks.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createFaults, type Faults } from './faults.ts'
import { type Judged, type RunWebhook, sendInstallation, sendWebhooks } from './hooks.ts'
import { createJudge } from './judge.ts'
import { createMergeQueue, type MergeQueue } from './merge-queue.ts'
import { createRouter, type Handler, type Handlers, type Route } from './route.ts'
import { type Baseline, createBaselines } from './settled.ts'
import { ACTIONS_APP_ID, createWorld, track } from './state.ts'
import { createVerbs, type Verbs } from './verbs.ts'
import type { Caller, CheckRun, Repository, World } from './world.ts'

/** Answers what is neither git nor API, and gives whether it did. */
export type Page = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean

export interface LocalGitHub extends AsyncDisposable, Verbs {
  readonly world: World
  /** GITHUB_SERVER_URL */
  readonly url: string
  /** GITHUB_API_URL */
  readonly apiUrl: string
  /** Adds routes, or answers routes that are there in another way. */
  readonly serve: (handlers: Handlers) => void
  /** Everything that is answered now. */
  readonly routes: () => readonly string[]
  /** The runner of workflows reports their runs; until then their webhooks break. */
  readonly tellRuns: (ofRun: RunWebhook) => void
  /** Sends the webhooks of a check run that is a job. */
  readonly tellCheckRun: (repository: Repository, run: CheckRun, action: 'created' | 'completed') => void
  /** Adds what people look at, and the issuer of tokens of jobs. */
  readonly show: (page: Page) => void
  readonly faults: Faults
  /** Every webhook that was made, in order. */
  readonly deliveries: Deliveries
  readonly queue: MergeQueue
  /** Every REST request, in order. */
  readonly exchanges: readonly Exchange[]
  /**
   * Waits until nothing is under way, late webhooks included. `others` wait for what is no part of GitHub (the App): as long
   * as they cause something new, it begins again.
   */
  readonly settled: Baseline
  /** Whatever broke GitHub's descriptions or the local GitHub itself until now; compiles schemas, so it is slow at first. */
  readonly judge: () => readonly string[]
}

/** Ends with an error when anything broke GitHub's descriptions. */
export async function startGitHub(): Promise<LocalGitHub> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'local-github-')))
  const pages: Page[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = () => Promise.resolve()
  const server = createServer((request, response) => track(world, answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const world = createWorld(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const faults = createFaults()
  const deliveries = createDeliveries(world, faults)
  const handlers = new Map<Route, Handler<Route>>()
  const api = { world, handlers, faults, exchanges: [] as Exchange[], find: createRouter([]) }
  const judged: Judged[] = []
  let ofRun: RunWebhook = () => Promise.reject(new Error('nobody runs workflows here'))
  sendWebhooks(world, deliveries, judged, (repository, run) => ofRun(repository, run))
  const serve = (more: Handlers) => {
    for (const [route, handler] of Object.entries(more)) handlers.set(route as Route, handler as Handler<Route>)
    api.find = createRouter([...handlers.keys()])
  }
  const groups = [
    repositories,
    gitData,
    commits,
    contents,
    pulls,
    issues,
    comments,
    checks,
    statuses,
    rules,
    organisations,
    users,
  ]
  for (const group of [...groups, apps(deliveries)]) serve(group)
  answer = async (request, response) => {
    const url = new URL(request.url ?? '/', world.url)
    if (url.pathname.startsWith(`${API}/`)) return answerApi(api, request, response, url)
    if (isGit(url)) return answerGit(world, join(root, 'repositories'), request, response, url)
    if (!pages.some((page) => page(request, response, url))) response.writeHead(404).end()
  }
  const judge = createJudge(world, api.exchanges, judged)
  const settled = createBaselines(world, api.exchanges, deliveries)
  const folders = { repositories: join(root, 'repositories'), clones: join(root, 'clones') }
  const queue = createMergeQueue(world)
  const verbs = createVerbs(world, folders, queue, (result) => sendInstallation(world, deliveries, judged, result))
  return {
    ...verbs,
    world,
    url: world.url,
    apiUrl: world.apiUrl,
    serve,
    routes: () => [...handlers.keys()],
    tellRuns: (outcome) => {
      ofRun = outcome
    },
    tellCheckRun: (repository, run, action) => emitCheckRun(world, repository, run, action, callerOfJobs(world)),
    show: (page) => void pages.push(page),
    faults,
    deliveries,
    queue,
    exchanges: api.exchanges,
    settled,
    judge,
    [Symbol.asyncDispose]: async () => {
      await settled()
      await close(server)
      await rm(root, { recursive: true, force: true })
      const problems = judge()
      if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
    },
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function callerOfJobs({ apps: known }: World): Caller {
  const app = known.get(ACTIONS_APP_ID)
  if (app === undefined) throw new Error('GitHub Actions is missing')
  return { kind: 'job', user: app.bot, app, permissions: {}, repositoryId: 0 }
}
