/** The verbs of stories: there is a user, a repository, an App, and a person acts. */
import { jobToken } from './auth.ts'
import { git } from './git.ts'
import { writeBlob, writeCommit, writeTree } from './git-write.ts'
import type { InstallationNews } from './hooks.ts'
import type { MergeQueue } from './merge-queue.ts'
import { createPerson, type Person } from './person.ts'
import { addApp, addRepository, addUser, type NewApp, type NewRepository } from './state.ts'
import type { App, Installation, Permissions, Repository, Role, User, World } from './world.ts'

export interface Verbs {
  /** The user of that name, made when it is named first. */
  readonly user: (login: string) => User
  /** What a person does, by REST and git, with a token. */
  readonly as: (user: User) => Person
  /** A repository with a first commit that holds the files; no webhook reports it. */
  readonly repository: (
    given: NewRepository & { readonly files?: Readonly<Record<string, string | Buffer>> },
  ) => Promise<Repository>
  readonly grant: (repository: Repository, user: User, role: Role) => void
  readonly app: (given: NewApp) => LocalApp
  /** GITHUB_TOKEN of a job in that repository. */
  readonly jobToken: (repository: Repository, permissions: Permissions) => string
}

export interface LocalApp {
  readonly app: App
  /** Adds the repository to the installation of its owner, which is made when there is none. */
  readonly installOn: (repository: Repository, permissions?: Permissions) => Installation
  /** The owner grants other permissions. */
  readonly accept: (installation: Installation, permissions: Permissions) => void
  readonly uninstall: (installation: Installation) => void
  /** Where webhooks go from now on. */
  readonly listenAt: (url: string, secret: string) => void
}

export interface Folders {
  /** Of the bare ones. */
  readonly repositories: string
  readonly clones: string
}

/** @param announce tells an App what became of an installation */
export function createVerbs(
  world: World,
  folders: Folders,
  queue: MergeQueue,
  announce: (news: InstallationNews) => void,
): Verbs {
  return {
    user: (login) => addUser(world, login),
    as: (user) => createPerson(world, { clones: folders.clones, queue }, user),
    repository: async ({ files = {}, ...given }) => {
      const repository = await addRepository(world, folders.repositories, given)
      await commitFiles(world, repository, files)
      return repository
    },
    grant: (repository, user, role) => void repository.roles.set(user.login.toLowerCase(), role),
    app: (given) => {
      const app = addApp(world, given)
      return {
        app,
        installOn: (repository, permissions = app.permissions) =>
          install(world, app, repository, permissions, announce),
        accept: (installation, permissions) => {
          installation.permissions = permissions
          const sender = installation.account
          announce({ installation, name: 'installation', action: 'new_permissions_accepted', sender, repositories: [] })
        },
        uninstall: (installation) => {
          const sender = installation.account
          world.installations.delete(installation.id)
          announce({ installation, name: 'installation', action: 'deleted', sender, repositories: [] })
        },
        listenAt: (url, secret) => {
          app.hook = { url, secret }
        },
      }
    },
    jobToken: (repository, permissions) => jobToken(world, repository, permissions),
  }
}

const FIRST_DATE = '2026-01-01T00:00:00Z'

async function commitFiles(
  world: World,
  repository: Repository,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const changes = []
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    changes.push({ path, mode: '100644', type: 'blob', sha: await writeBlob(repository, bytes) })
  }
  const tree = await writeTree(repository, null, changes)
  const author = { name: 'Mona', email: 'mona@example.com', date: FIRST_DATE }
  const commit = { tree, parents: [], message: 'chore: the beginning', author, committer: author }
  const sha = await writeCommit(world, repository, commit, false)
  await git(repository, ['update-ref', `refs/heads/${repository.defaultBranch}`, sha])
}

function install(
  world: World,
  app: App,
  repository: Repository,
  permissions: Permissions,
  announce: (news: InstallationNews) => void,
): Installation {
  const { owner: account, id: repositoryId } = repository
  const known = [...world.installations.values()].find((each) => each.app === app && each.account === account)
  // The same set: tokens that were given out before reach the new repository too.
  const repositoryIds = (known?.repositoryIds as Set<number> | undefined) ?? new Set<number>()
  repositoryIds.add(repositoryId)
  const id = known?.id ?? world.nextId()
  const made = { id, app, account, permissions, repositoryIds, createdAt: world.now() }
  const installation = known === undefined ? made : Object.assign(known, { permissions, repositoryIds })
  world.installations.set(id, installation)
  const news = { installation, sender: account, repositories: [repository] }
  if (known === undefined) announce({ ...news, name: 'installation', action: 'created' })
  else announce({ ...news, name: 'installation_repositories', action: 'added' })
  return installation
}
