/** The state of a local GitHub: users, Apps and repositories come into it, and who may do what is read from it. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { initBare } from './git.ts'
import { notFound } from './refusal.ts'
import type { App, Caller, Permissions, Repository, Role, User, World, WorldEvent } from './world.ts'

/** GitHub's own App: checks written with a job's token are its. */
export const ACTIONS_APP_ID = 15_368
const FIRST_ID = 1000

export function createWorld(url: string): World {
  let lastId = FIRST_ID
  const listeners: ((event: WorldEvent) => void)[] = []
  const world: World = {
    url,
    apiUrl: `${url}/api/v3`,
    users: new Map(),
    apps: new Map(),
    installations: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    signedCommits: new Set(),
    nextId: () => {
      lastId += 1
      return lastId
    },
    now: () => new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
    on: (listener) => void listeners.push(listener),
    underWay: new Set(),
    problems: [],
  }
  const bot = addUser(world, 'github-actions[bot]', 'Bot')
  const actions = {
    id: ACTIONS_APP_ID,
    slug: 'github-actions',
    name: 'GitHub Actions',
    bot,
    permissions: {},
    events: [],
  }
  world.apps.set(ACTIONS_APP_ID, { ...actions, privateKey: '', publicKey: '', hook: null })
  return world
}

/** Whatever goes on without a request that waits for it; what it breaks is a problem of the local GitHub. */
export function track(world: World, work: Promise<unknown>): void {
  const tracked: Promise<unknown> = work
    .catch((cause) => world.problems.push(`${cause instanceof Error ? cause.stack : cause}`))
    .finally(() => world.underWay.delete(tracked))
  world.underWay.add(tracked)
}

/** Gives the user of that name, made now when there was none. */
export function addUser(world: World, login: string, type: User['type'] = 'User'): User {
  const known = world.users.get(login.toLowerCase())
  if (known !== undefined) return known
  const user: User = { id: world.nextId(), login, type }
  world.users.set(login.toLowerCase(), user)
  return user
}

export function findUser(world: World, login: string): User {
  return world.users.get(login.toLowerCase()) ?? notFound()
}

export interface NewApp {
  readonly id?: number
  readonly slug: string
  readonly name?: string
  readonly permissions: Permissions
  readonly events: readonly string[]
}

export function addApp(world: World, { id = world.nextId(), slug, name = slug, permissions, events }: NewApp): App {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const bot = addUser(world, `${slug}[bot]`, 'Bot')
  const app: App = { id, slug, name, bot, permissions, events, ...keys, hook: null }
  world.apps.set(id, app)
  return app
}

export interface NewRepository {
  readonly owner: string
  readonly name: string
  readonly isPrivate?: boolean
  readonly fork?: { readonly parentId: number } | null
  readonly defaultBranch?: string
}

/** An empty repository; its owner becomes an organization when no user has that name. */
export async function addRepository(world: World, root: string, given: NewRepository): Promise<Repository> {
  const { owner, name, isPrivate = false, fork = null, defaultBranch = 'main' } = given
  const fullName = `${owner}/${name}`
  const folder = join(root, `${fullName}.git`)
  await mkdir(join(root, owner), { recursive: true })
  await initBare(folder, defaultBranch)
  return createRepository(world, {
    owner: addUser(world, owner, 'Organization'),
    name,
    folder,
    isPrivate,
    fork,
    defaultBranch,
  })
}

type Given = Partial<Repository> & Pick<Repository, 'owner' | 'name' | 'folder'>

/** Adds a repository whose folder is there; what is not given is empty. */
export function createRepository(world: World, given: Given): Repository {
  const fullName = `${given.owner.login}/${given.name}`
  const repository: Repository = {
    id: world.nextId(),
    fullName,
    isPrivate: false,
    fork: null,
    defaultBranch: 'main',
    roles: new Map(),
    issues: new Map(),
    comments: new Map(),
    checkSuites: [],
    checkRuns: [],
    statuses: [],
    protections: new Map(),
    rulesets: [],
    properties: new Map(),
    labels: new Map(),
    settings: { merge: true, squash: true, rebase: true, squashMessage: 'COMMIT_MESSAGES' },
    activities: [],
    runs: [],
    artifacts: [],
    attestations: [],
    ...given,
  }
  world.repositories.set(fullName.toLowerCase(), repository)
  return repository
}

export function findRepository(world: World, owner: string, name: string): Repository | null {
  return world.repositories.get(`${owner}/${name}`.toLowerCase()) ?? null
}

export function repositoryById(world: World, id: number): Repository | null {
  return [...world.repositories.values()].find((repository) => repository.id === id) ?? null
}

/** Of a person; everyone has `read` in a public repository. */
export function getRole({ owner, roles, isPrivate }: Repository, { login }: User): Role {
  if (login === owner.login) return 'admin'
  return roles.get(login.toLowerCase()) ?? (isPrivate ? 'none' : 'read')
}

const NOBODY: User = { id: 0, login: 'ghost', type: 'User' }

/** Who did it, in the words of a payload's `sender`. */
export function getActor(caller: Caller): User {
  switch (caller.kind) {
    case 'anonymous':
      return NOBODY
    case 'app':
      return caller.app.bot
    default:
      return caller.user
  }
}

/** The App by which it was done, when it was done by one. */
export function getApp(caller: Caller): App | null {
  return caller.kind === 'installation' || caller.kind === 'job' ? caller.app : null
}
