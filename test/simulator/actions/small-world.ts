/** A local GitHub with only what the Actions runner needs: bare repositories over HTTP, its routes, pushes and pull requests in verbs. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { answerGit } from '../../action/remote.ts'
import { checkAnswer, DESCRIBED } from '../../support/github/contract.ts'
import type { Files } from '../../support/repository.ts'
import { addUser, createRepository, createWorld } from '../state.ts'
import type { Caller, CheckRun, Issue, Repository, User, WorkflowRun, World, WorldEvent } from '../world.ts'
import { attachActions, type Page } from './attach.ts'
import type { Actions, ActionsOptions } from './index.ts'
import type { Routes } from './routes.ts'
import { commit, type Git, gitIn, tryMerge, tryText } from './small-git.ts'

export interface SmallWorld extends AsyncDisposable {
  readonly world: World
  readonly actions: Actions
  readonly events: readonly WorldEvent[]
  readonly repository: (fullName: string, options?: Partial<Repository>) => SmallRepository
  readonly user: (login: string) => User
}

export interface SmallRepository {
  readonly repository: Repository
  readonly git: Git
  /** A commit on top of a branch, pushed by a person unless someone else is named; waits for nothing. */
  readonly push: (files: Files, options?: PushOptions) => string
  /** As `push`, and waits until everything has ended. */
  readonly run: (files: Files, options?: PushOptions) => Promise<string>
  /** A pull request of a branch into `main`, from here or from a fork. */
  readonly open: (branch: string, options?: { readonly from?: SmallRepository; readonly by?: Caller }) => Issue
  /** Tells of what happened to a pull request, its merge made anew. */
  readonly tell: (issue: Issue, action: string, by?: Caller) => void
  /** How the jobs of a run, or of the newest one, ended: `build: success`. */
  readonly jobs: (run?: WorkflowRun) => readonly string[]
  /** What a job of the newest run printed. */
  readonly log: (job: string) => string
  readonly checks: (sha: string) => readonly CheckRun[]
}

export interface PushOptions {
  readonly branch?: string
  /** Where a new branch begins. */
  readonly from?: string
  readonly message?: string
  readonly by?: Caller
}

const API = '/api/v3'
const ZERO = '0'.repeat(40)

export async function openSmallWorld(options: ActionsOptions = {}): Promise<SmallWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-world-')))
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const world = createWorld(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const events: WorldEvent[] = []
  world.on((event) => void events.push(event))
  let page: Page = () => false
  const served: { routes: Routes } = { routes: {} }
  const actions = await attachActions(
    {
      world,
      tellRuns: () => undefined,
      tellCheckRun: () => undefined,
      serve: (routes) => Object.assign(served, { routes }),
      show: (shown) => {
        page = shown
      },
    },
    options,
  )
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', world.url)
    if (page(request, response, url)) return
    if (url.pathname.startsWith(API)) return answerApi(world, served.routes, request, response)
    const callers = [...world.tokens].map(
      ([token]) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
    )
    if (callers.includes(request.headers.authorization ?? '')) return answerGit(root, request, response)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end()
  }
  const user = (login: string) => addUser(world, login)
  return {
    world,
    actions,
    events,
    user,
    repository: (fullName, given = {}) => createSmallRepository(world, actions, root, { fullName, given, user }),
    [Symbol.asyncDispose]: async () => {
      await actions[Symbol.asyncDispose]()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      rmSync(root, { recursive: true, force: true })
      if (world.problems.length > 0) throw new Error(world.problems.join('\n'))
    },
  }
}

interface Wanted {
  readonly fullName: string
  readonly given: Partial<Repository>
  readonly user: (login: string) => User
}

function createSmallRepository(
  world: World,
  actions: Actions,
  root: string,
  { fullName, given, user }: Wanted,
): SmallRepository {
  const [owner = '', name = ''] = fullName.split('/')
  const folder = join(root, `${fullName}.git`)
  mkdirSync(folder, { recursive: true })
  const git = gitIn(folder)
  git('init', '--quiet', '--bare', '--initial-branch=main')
  git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const repository = createRepository(world, { owner: user(owner), name, folder, ...given })
  const mona: Caller = { kind: 'user', user: user('mona') }
  const tip = (branch: string) => tryText(() => git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`))
  const push: SmallRepository['push'] = (
    files,
    { branch = 'main', from = 'main', message = 'change', by = mona } = {},
  ) => {
    const before = tip(branch)
    const parent = before ?? (branch === from ? null : tip(from))
    const after = commit(git, folder, { branch, parent, files, message })
    const ref = `refs/heads/${branch}`
    world.emit({ kind: 'ref-updated', repository, ref, before: before ?? ZERO, after, caller: by, isForced: false })
    return after
  }
  const tell: SmallRepository['tell'] = (issue, action, by = mona) => {
    tryMerge(git, issue)
    world.emit({ kind: 'pull-request', action, repository, issue, caller: by })
  }
  return {
    repository,
    git,
    push,
    tell,
    run: async (files, about) => {
      const sha = push(files, about)
      await actions.settled()
      return sha
    },
    open: (branch, { from, by = mona } = {}) => {
      const source = from?.repository ?? repository
      const headSha = from?.git('rev-parse', branch) ?? git('rev-parse', branch)
      if (from !== undefined) git('fetch', '--quiet', source.folder, headSha)
      const number = repository.issues.size + 1
      const author = by.kind === 'user' || by.kind === 'job' ? by.user : user('mona')
      const pull = {
        headRepositoryId: source.id,
        headBranch: branch,
        headSha,
        baseBranch: 'main',
        baseSha: git('rev-parse', 'main'),
        isDraft: false,
        mergedAt: null,
        mergedBy: null,
        mergeCommitSha: null,
        testMergeSha: null,
        size: { commits: 1, additions: 1, deletions: 0, files: 1, isBehind: false },
      }
      const issue: Issue = {
        id: world.nextId(),
        number,
        title: 'A change',
        body: '',
        author,
        state: 'open',
        labels: new Set(),
        subIssues: [],
        createdAt: world.now(),
        updatedAt: world.now(),
        closedAt: null,
        pull,
      }
      repository.issues.set(number, issue)
      tell(issue, 'opened', by)
      return issue
    },
    jobs: (run = repository.runs.at(-1)) => {
      const suite = run?.suite
      const own = repository.checkRuns.filter((check) => check.suite === suite)
      return own.map((check) => `${check.name}: ${check.conclusion ?? check.status}`).toSorted()
    },
    log: (job) => repository.runs.at(-1)?.logs.get(job) ?? '',
    checks: (sha) => repository.checkRuns.filter((check) => check.sha === sha),
  }
}

/** The routes of the runner, for every token; answers are held to GitHub's description where we have it. */
async function answerApi(world: World, routes: Routes, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', world.url)
  const path = url.pathname.slice(API.length)
  const token = (request.headers.authorization ?? '').replace(/^(?:token|bearer) /i, '')
  const found = Object.keys(routes)
    .map((route) => ({ route, groups: getPattern(route).exec(`${request.method} ${path}`)?.groups }))
    .find(({ groups }) => groups !== undefined)
  const { owner, repo, ...params } = found?.groups ?? {}
  const repository = world.repositories.get(`${owner}/${repo}`.toLowerCase())
  const caller = world.tokens.get(token)?.caller ?? { kind: 'anonymous' as const }
  const handler = routes[found?.route ?? '']
  if (handler === undefined || repository === undefined)
    return void response.writeHead(404).end('{"message":"Not Found"}')
  const body = request.method === 'GET' ? {} : JSON.parse((await text(request)) || '{}')
  const query = Object.fromEntries(
    [...url.searchParams].map(([name, value]) => [name, value === 'true' ? true : value]),
  )
  const {
    status,
    data,
    headers = {},
  } = await handler({ caller, repository, parameters: { ...params, ...query, ...body } })
  const route = found?.route ?? ''
  if (DESCRIBED.includes(route)) world.problems.push(...checkAnswer(route, status, data))
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(data === undefined ? '' : JSON.stringify(data))
}

const getPattern = (route: string) => new RegExp(`^${route.replaceAll(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`)
