/** The demo's world: a local GitHub that runs workflows, tdd-gate as a release there, the App listening, and a small shop. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNeeds } from '../../src/app/set-up/manifest.ts'
import { CONFIG_PATH } from '../../src/config/parse.ts'
import { SHOP } from '../../src/operations/demo/project.ts'
import { ACTION, toCallerWorkflow, WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import { attachActions } from '../simulator/actions/attach.ts'
import { type LocalGitHub, startGitHub } from '../simulator/github.ts'
import { showPages } from '../simulator/page/index.ts'
import type { LocalApp } from '../simulator/verbs.ts'
import type { Permissions, Repository, User } from '../simulator/world.ts'
import { releaseForReal } from '../support/release.ts'
import { prepareApp, type RunningApp } from '../support/running-app.ts'
import { prepareReplicas, type Replicas } from './replicas.ts'

/** The App holds the merge: a job that waits for GREEN is no failure. */
export const CONFIG = 'version: 1\ncheck: app\n'

export interface DemoWorld extends AsyncDisposable {
  readonly github: LocalGitHub
  readonly shop: Repository
  readonly gate: LocalApp
  readonly app: Pick<RunningApp, 'start' | 'idle' | 'dead' | 'complaints'>
  /** With `--postgres`: the App is two processes. */
  readonly replicas: Replicas | null
  readonly people: People
  /** Resolves when GitHub and the App have nothing left to do. */
  readonly rest: () => Promise<void>
  /** Ends workflow runs that are under way. */
  readonly cancel: () => void
}

export interface People {
  /** Administers the shop. */
  readonly olga: User
  /** Maintains it. */
  readonly mona: User
  /** Writes. */
  readonly ada: User
  /** A program that writes. */
  readonly agent: User
}

/** Everything is real but GitHub; nothing is left behind when it is disposed of. */
export async function openWorld({ postgres = false } = {}): Promise<DemoWorld> {
  await using stack = new AsyncDisposableStack()
  const github = stack.use(await startGitHub())
  showPages(github)
  const actions = stack.use(await attachActions(github))
  await releaseForReal(github)
  const files = {
    ...(SHOP as Record<string, string>),
    [WORKFLOW_PATH]: toCallerWorkflow(ACTION),
    [CONFIG_PATH]: CONFIG,
  }
  const shop = await github.repository({ owner: 'acme', name: 'shop', files })
  const people = grant(github, shop)
  const gate = registerApp(github)
  const folder = await mkdtemp(join(tmpdir(), 'tdd-gate-app-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const replicas = postgres ? stack.use(await prepareReplicas({ github, gate, folder })) : null
  const app = replicas ?? stack.use(await prepareApp({ github, gate, folder, minimum: 'attested' }))
  gate.installOn(shop)
  await app.start()
  const resting = new Set<Promise<void>>()
  const rest = () => {
    const done = github.settled(app.idle).finally(() => resting.delete(done))
    resting.add(done)
    return done
  }
  // The wait reads the queue, which must still be open.
  stack.defer(async () => void (await Promise.all([rest(), ...resting])))
  const cancel = () => shop.runs.filter(({ status }) => status !== 'completed').forEach(actions.cancel)
  const all = stack.move()
  return { github, shop, gate, app, replicas, people, rest, cancel, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function grant(github: LocalGitHub, shop: Repository): People {
  const people = {
    olga: github.user('olga'),
    mona: github.user('mona'),
    ada: github.user('ada'),
    agent: github.user('agent'),
  }
  github.grant(shop, people.olga, 'admin')
  github.grant(shop, people.mona, 'maintain')
  github.grant(shop, people.ada, 'write')
  github.grant(shop, people.agent, 'write')
  return people
}

/** With the permissions and events that the App's manifest asks for, and no others. */
function registerApp(github: LocalGitHub): LocalApp {
  const { permissions, events } = readNeeds()
  return github.app({ slug: 'tdd-gate', permissions: permissions as Permissions, events: [...events] })
}
