/** Runs jobs of a repository on GitHub: pushed, checked out, run as the runner runs them, their folders uploaded. */
import { execFileSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pullRequest } from '../action/steps.ts'
import { download, upload } from './artifacts.ts'
import type { Branch } from './branch.ts'
import { bundledAction } from './bundle.ts'
import { type GitHubServer, startGitHub } from './github/server.ts'
import { ACTIONS, addPull, createState, FORK_ID, type RunRecord, toRun } from './github/state.ts'
import { type JobEnd as LocalEnd, toJobEnd } from './job-end.ts'
import { JUDGE } from './oidc.ts'
import { createOrigin, type Origin, PULL_REQUEST, WORKFLOW } from './origin.ts'
import { runAction, type Step } from './runner.ts'

export interface JobOptions {
  readonly mode?: 'gate' | 'measure' | 'judge'
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string | undefined>>
  /** By default the pull request, as its branches are now. */
  readonly event?: NonNullable<Step['event']>
  /** The options of `actions/checkout`: the head, with all history, unless given. */
  readonly checkout?: { readonly rev?: string; readonly depth?: number }
}

export interface WorkflowOptions extends Omit<JobOptions, 'mode'> {
  /** False: the judge may ask for no token, as in forks. */
  readonly hasIdToken?: boolean
  /** Does something to the downloaded recording before the judge reads it. */
  readonly meanwhile?: (recording: string) => void
  /** What the judge gets from the measuring step, when it differs from that step's own output. */
  readonly word?: string
}

export interface JobEnd extends LocalEnd {
  readonly runId: number
}

export interface Jobs extends AsyncDisposable, Pick<Origin, 'git'> {
  readonly github: GitHubServer
  /** Puts the branches on the server as they are now; every run does so first. */
  readonly push: () => ReturnType<Origin['push']>
  /** Runs a workflow with one job: `mode: gate` by default. */
  readonly run: (options?: JobOptions) => Promise<JobEnd>
  /** A run of the reusable workflow: the second job has what the first one uploaded, and nothing to run tests with. */
  readonly runWorkflow: (options?: WorkflowOptions) => Promise<WorkflowEnd>
  /** Starts the second job of such a run, whose first one is given, once more: it gets what that uploaded then. */
  readonly judgeAgain: (end: JobEnd, options?: WorkflowOptions) => Promise<JobEnd>
  /** `git status` of a job's checkout: empty when the job left it as it was. */
  readonly statusOf: (end: JobEnd) => string
}

export interface WorkflowEnd {
  readonly measure: JobEnd
  readonly judge: JobEnd
}

const RECORDING = 'tdd-gate-recording-1-1'
const getEvidence = ({ run_attempt }: RunRecord) => `tdd-gate-evidence-${run_attempt}`
const PROGRAMS = ['node', 'npm', 'npx', 'sh', 'bash']

type Event = NonNullable<Step['event']>

/**
 * A GitHub that holds the branch, and jobs that run the bundle there; nothing is left behind. At its end everything that
 * was asked and answered must have been as GitHub describes it.
 */
export async function openJobs(branch: Branch, { isFork = false } = {}): Promise<Jobs> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-jobs-')))
  const action = await bundledAction()
  const origin = createOrigin(join(root, 'server'), branch.repo.dir)
  const state = createState({ self: ACTIONS, listTree: origin.listTree })
  const github = await startGitHub(join(root, 'server'), state)
  const events = new Map<number, Event>()
  let folders = 0
  const fresh = (name: string) => {
    folders += 1
    const folder = join(root, `${folders}-${name}`)
    mkdirSync(folder)
    return folder
  }
  const push = () => {
    const ends = origin.push({ isFork })
    addPull(state, { number: PULL_REQUEST, headBranch: 'work', head: ends.head, isFork })
    return ends
  }
  const start = (given: Event | undefined): { readonly event: Event; readonly run: RunRecord } => {
    const { base, head } = push()
    const event = given ?? pullRequest(base, head, isFork)
    const id = 9001 + state.runs.length
    const about = { id, event: event.name, path: WORKFLOW, head_sha: getHead(event) ?? head, status: 'in_progress' }
    const run = toRun({
      ...about,
      created_at: new Date().toISOString(),
      ...(isFork ? { head_repository: { id: FORK_ID } } : {}),
    })
    state.runs.push(run)
    events.set(run.id, event)
    return { event, run }
  }
  const job = async (run: RunRecord, event: Event, options: JobOptions): Promise<JobEnd> => {
    const { rev = run.head_sha, depth = 0 } = options.checkout ?? {}
    const [workspace, temp] = [fresh('workspace'), fresh('temp')]
    origin.checkOut(workspace, { rev, depth })
    const merge = event.name === 'pull_request' ? origin.find(`refs/pull/${PULL_REQUEST}/merge`) : null
    const end = await runAction({
      action,
      event,
      workspace,
      temp,
      with: { mode: options.mode ?? 'gate', ...options.with },
      env: {
        HOME: fresh('home'),
        GITHUB_SERVER_URL: github.url,
        GITHUB_API_URL: github.apiUrl,
        GITHUB_RUN_ID: String(run.id),
        GITHUB_RUN_ATTEMPT: String(run.run_attempt),
        GITHUB_SHA: merge ?? run.head_sha,
        GITHUB_WORKFLOW_REF: `acme/shop/${WORKFLOW}@refs/pull/${PULL_REQUEST}/merge`,
        ...options.env,
      },
    })
    return { ...toJobEnd(end), runId: run.id }
  }
  const judge = async (run: RunRecord, event: Event, word: string, options: WorkflowOptions): Promise<JobEnd> => {
    const { hasIdToken = true, meanwhile, word: _, ...about } = options
    const [recordings, programs] = [fresh('recordings'), fresh('bin')]
    await download(github, { runId: run.id, name: RECORDING }, recordings)
    meanwhile?.(recordings)
    const claims = { run_id: String(run.id), run_attempt: String(run.run_attempt), event_name: event.name }
    const mayAsk = hasIdToken ? github.idTokenEnv(claims) : {}
    const end = await job(run, event, {
      ...about,
      mode: 'judge',
      with: { ...about.with, recordings, measured: `1 ${word}` },
      env: { TDD_GATE_WORKFLOW_REF: JUDGE, ...about.env, ...mayAsk, PATH: guard(programs) },
    })
    refuseCalls(programs)
    await upload(github, end, getEvidence(run))
    complete(run)
    return end
  }
  const complete = (run: RunRecord) => {
    run.status = 'completed'
    run.updated_at = new Date().toISOString()
  }
  return {
    github,
    push,
    git: origin.git,
    statusOf: ({ workspace }) => origin.statusOf(workspace),
    run: async (options = {}) => {
      const { event, run } = start(options.event)
      const end = await job(run, event, options)
      await upload(github, end, getEvidence(run))
      complete(run)
      return end
    },
    runWorkflow: async (options = {}) => {
      const { event, run } = start(options.event)
      const { publish: _, ...inputs } = options.with ?? {}
      const env = { TDD_GATE_WORKFLOW_REF: JUDGE, ...options.env }
      const measure = await job(run, event, { ...options, mode: 'measure', env, with: inputs })
      await upload(github, measure, RECORDING)
      return { measure, judge: await judge(run, event, measure.outputs['recording'] ?? '', options) }
    },
    judgeAgain: async ({ runId, outputs }, options = {}) => {
      const run = state.runs.find(({ id }) => id === runId)
      const event = events.get(runId)
      if (run === undefined || event === undefined) throw new Error(`There was no run ${runId}.`)
      run.run_attempt += 1
      return judge(run, event, options.word ?? outputs['recording'] ?? '', options)
    },
    [Symbol.asyncDispose]: async () => {
      await github[Symbol.asyncDispose]()
      rmSync(root, { recursive: true, force: true })
      github.assertDone()
    },
  }
}

/** The commit that the event is about. */
function getHead({ payload }: Event): string | null {
  const { pull_request, merge_group, after } = payload as {
    readonly pull_request?: { readonly head: { readonly sha: string } }
    readonly merge_group?: { readonly head_sha: string }
    readonly after?: string
  }
  return pull_request?.head.sha ?? merge_group?.head_sha ?? after ?? null
}

/** A PATH with git, and with fake programs that could run a suite: starting one is detected. */
function guard(folder: string): string {
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), join(folder, 'git'))
  for (const name of PROGRAMS)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$0 $*" >> '${join(folder, 'calls')}'\n`, { mode: 0o755 })
  return folder
}

function refuseCalls(folder: string): void {
  const [calls] = globSync('calls', { cwd: folder })
  if (calls !== undefined) throw new Error(`The judge started ${readFileSync(join(folder, calls), 'utf8')}`)
}
