/** A whole GitHub for stories: the shop and its people, Actions, and the App at its door. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { ACTION, toCallerWorkflow, WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import { attachActions } from '../simulator/actions/attach.ts'
import { type LocalGitHub, startGitHub } from '../simulator/github.ts'
import { EVENTS, getPeople, PERMISSIONS, type People } from '../simulator/stage.ts'
import type { LocalApp } from '../simulator/verbs.ts'
import type { WorkingClone } from '../simulator/working-clone.ts'
import type { CheckRun, Permissions, Repository, User } from '../simulator/world.ts'
import { startServer } from './postgres.ts'
import { CHECKS, openQuickJudge } from './quick-judge.ts'
import { releaseInName } from './release.ts'
import { prepareApp, type RunningApp } from './running-app.ts'

export interface StoryOptions {
  /** False: the shop has no workflow, and nothing is ever measured. */
  readonly isMeasured?: boolean
  /** The permissions of the App. */
  readonly permissions?: Permissions
  /** More of the App's environment. */
  readonly env?: Readonly<Record<string, string>>
  /** What the shop is about; by default a project of checks, whose tests cost nothing to start. */
  readonly project?: Readonly<Record<string, string>>
  /** Besides those of the project. */
  readonly files?: Readonly<Record<string, string>>
  /** Gets what ends the story; without it the test that opened it does. */
  readonly atEnd?: (end: () => Promise<void>) => void
}

/** `STORE=postgres vitest run test/stories/app`: every story has a server of its own, instead of a file. */
export const ON_POSTGRES = process.env['STORE'] === 'postgres'

/** One world for all tests of a file, which come one after the other: opening it costs as much as a story. */
export function shareStory(options: StoryOptions = {}): () => AppStory {
  const ends: (() => Promise<void>)[] = []
  let story: AppStory | null = null
  beforeAll(async () => {
    story = await openAppStory({ ...options, atEnd: (end) => void ends.push(end) })
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (story === null) throw new Error('the story is opened before all tests')
    return story
  }
}

export interface AppStory extends People {
  readonly github: LocalGitHub
  readonly shop: Repository
  readonly gate: LocalApp
  /** Of the App's store. */
  readonly folder: string
  /** More of the App's environment. */
  readonly env: Readonly<Record<string, string>>
  readonly app: RunningApp
  /** Resolves when nothing is under way any more: no runs, webhooks or events of the App. */
  readonly settled: () => Promise<void>
  /** The App's word on the head of a pull request. */
  readonly checkOf: (number: number) => CheckRun | undefined
  /** Returns what the App wrote under a pull request or issue, oldest first. */
  readonly saidUnder: (number: number) => readonly string[]
  /** An issue and what `/tdd start` makes of it, all settled. */
  readonly startTask: (items: readonly string[]) => Promise<Started>
  /** Returns a person's clone, on an existing branch. */
  readonly agent: (who: User, branch: string) => Promise<WorkingClone>
  /** Says something under an issue or pull request, all settled; gives what was replied to it, and the reactions. */
  readonly say: (who: User, number: number, text: string) => Promise<Said>
}

export interface Started {
  readonly issue: number
  readonly number: number
  readonly branch: string
}

export interface Said {
  readonly reply: string
  readonly reactions: readonly string[]
}

/** Commits of an agent, pushed at once. */
export async function push(clone: WorkingClone, subject: string, trailers: string, files: Files): Promise<string> {
  const sha = await clone.commit(`${subject}\n\n${trailers}\n`, files)
  await clone.push()
  return sha
}

/** A check that something holds, in the project of checks. */
export const red = (clone: WorkingClone, name: string, task: string) =>
  push(clone, `test: ${name}`, `Task: ${task}\nPhase: red`, { [`checks/${name}.txt`]: `${name}\n` })

/** The code that makes the test pass. */
export const green = (clone: WorkingClone, name: string, task: string) =>
  push(clone, `feat: ${name}`, `Task: ${task}\nPhase: green`, { [`src/${name}.txt`]: `${name}\n` })

type Files = Readonly<Record<string, string | null>>

/** The Action's functions run in this process: its bundle takes seconds for each push, and is what the demo runs. */
export async function openAppStory({
  isMeasured = true,
  permissions = PERMISSIONS,
  project = CHECKS as Record<string, string>,
  files: more = {},
  env = {},
  atEnd = onTestFinished,
}: StoryOptions = {}): Promise<AppStory> {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-app-'))
  const github = await startGitHub()
  await releaseInName(github)
  const files = { ...project, ...(isMeasured ? { [WORKFLOW_PATH]: toCallerWorkflow(ACTION) } : {}), ...more }
  const shop = await github.repository({ owner: 'acme', name: 'shop', isPrivate: true, files })
  const { mona, ada, bob } = getPeople(github, shop)
  vi.stubEnv('TDD_GATE_CACHE', join(folder, 'cache'))
  const quick = openQuickJudge(github, folder)
  const actions = await attachActions({
    ...github,
    tellRuns: (ofRun) =>
      github.tellRuns(async (repository, run) => {
        if (run.status === 'completed') await quick.judge(repository, run)
        return ofRun(repository, run)
      }),
  })
  const gate = github.app({ slug: 'tdd-gate', permissions, events: EVENTS })
  const store = ON_POSTGRES ? await startServer() : null
  const place = { ...env, ...(store && { DATABASE_URL: store.url('postgres') }) }
  const app = await prepareApp({ github, gate, folder, minimum: 'verified-run', env: place })
  await app.start()
  gate.installOn(shop)
  const settled = () => github.settled(app.idle)
  atEnd(async () => {
    await settled()
    expect(await app.dead()).toEqual([])
    await app[Symbol.asyncDispose]()
    await store?.[Symbol.asyncDispose]()
    await actions[Symbol.asyncDispose]()
    await github[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
  await settled()
  const person = (who: User) => github.as(who)
  const say = async (who: User, number: number, text: string): Promise<Said> => {
    const id = await person(who).comment(shop, number, text)
    await settled()
    const replies = [...shop.comments.values()].filter(({ body }) => body.includes(`tdd-gate:reply ${id} `))
    expect(replies.length).toBeLessThan(2)
    const reactions = shop.comments.get(id)?.reactions.map(({ content }) => content) ?? []
    return { reply: replies[0]?.body ?? '', reactions }
  }
  return {
    github,
    shop,
    mona,
    ada,
    bob,
    gate,
    app,
    folder,
    env: place,
    settled,
    say,
    startTask: async (items) => {
      const body = items.map((item) => `- [ ] ${item}`).join('\n')
      const issue = await person(ada).openIssue(shop, { title: 'Discounts', body })
      await say(ada, issue, '/tdd start')
      const pull = [...shop.issues.values()].findLast((each) => each.pull !== null)
      return { issue, number: pull?.number ?? 0, branch: pull?.pull?.headBranch ?? '' }
    },
    checkOf: (number) => {
      const head = shop.issues.get(number)?.pull?.headSha
      return shop.checkRuns.findLast(({ name, sha, app: by }) => name === 'tdd-gate' && sha === head && by === gate.app)
    },
    saidUnder: (number) =>
      [...shop.comments.values()]
        .filter(({ issue, author }) => issue === number && author === gate.app.bot)
        .map(({ body }) => body),
    agent: async (who, branch) => {
      const clone = await github.as(who).clone(shop)
      await clone.git('checkout', '--quiet', branch)
      return clone
    },
  }
}
