/** What stories say: there is a user, a repository, an App, and somebody does something. */
import { jobToken } from './auth.ts'
import { git } from './git.ts'
import { writeBlob, writeCommit, writeTree } from './git-write.ts'
import { createPerson, type Person } from './person.ts'
import { addApp, addRepository, addUser, type NewApp, type NewRepository } from './state.ts'
import type { App, Installation, Permissions, Repository, Role, User, World } from './world.ts'

export interface Verbs {
  /** The user of that name, made when it is named first. */
  readonly user: (login: string) => User
  /** What a person does, by REST and git, with a token. */
  readonly as: (user: User) => Person
  /** A repository with a first commit that holds the files; nobody hears of it. */
  readonly repository: (
    given: NewRepository & { readonly files?: Readonly<Record<string, string>> },
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
  /** Where webhooks go from now on. */
  readonly listenAt: (url: string, secret: string) => void
}

/** @param root the folder of bare repositories @param clones the folder of working clones */
export function createVerbs(world: World, root: string, clones: string): Verbs {
  return {
    user: (login) => addUser(world, login),
    as: (user) => createPerson(world, clones, user),
    repository: async ({ files = {}, ...given }) => {
      const repository = await addRepository(world, root, given)
      await commitFiles(world, repository, files)
      return repository
    },
    grant: (repository, user, role) => void repository.roles.set(user.login.toLowerCase(), role),
    app: (given) => {
      const app = addApp(world, given)
      return {
        app,
        installOn: (repository, permissions = app.permissions) => install(world, app, repository, permissions),
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
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const changes = []
  for (const [path, text] of Object.entries(files)) {
    changes.push({ path, mode: '100644', type: 'blob', sha: await writeBlob(repository, Buffer.from(text)) })
  }
  const tree = await writeTree(repository, null, changes)
  const author = { name: 'Mona', email: 'mona@example.com', date: FIRST_DATE }
  const commit = { tree, parents: [], message: 'chore: the beginning', author, committer: author }
  const sha = await writeCommit(world, repository, commit, false)
  await git(repository, ['update-ref', `refs/heads/${repository.defaultBranch}`, sha])
}

function install(world: World, app: App, repository: Repository, permissions: Permissions): Installation {
  const known = [...world.installations.values()].find((each) => each.app === app && each.account === repository.owner)
  if (known !== undefined) {
    const ids = new Set([...(known.repositoryIds ?? []), repository.id])
    return Object.assign(known, { permissions, repositoryIds: ids })
  }
  const ids = new Set([repository.id])
  const installation = {
    id: world.nextId(),
    app,
    account: repository.owner,
    permissions,
    repositoryIds: ids,
    createdAt: world.now(),
  }
  world.installations.set(installation.id, installation)
  return installation
}
