/** One job on one machine: a fresh folder, a token that dies with it, its steps, and the check run that people see. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { COMPILED } from '../../support/compiled.ts'
import type { Annotation } from '../../support/runner-commands.ts'
import { jobVariables } from '../../support/runner-process.ts'
import { ACTIONS_APP_ID } from '../state.ts'
import type { CheckRun, Permissions } from '../world.ts'
import { getClaims, githubContext, githubVariables, jobContext, runnerContext } from './contexts.ts'
import { fill, fillTexts } from './expressions.ts'
import type { Flight, Hub } from './hub.ts'
import type { LegOf, Planned, Result } from './jobs.ts'
import { type Granted, readOnly, toTokenPermissions } from './permissions.ts'
import { toAnnotation, toHtml } from './records.ts'
import { begin } from './run.ts'
import { createScope, type JobState, runPosts, runSteps } from './steps.ts'

const MINUTE_MS = 60_000
const DEFAULT_MINUTES = 360
/** GITHUB_TOKEN lives as long as a job may. */
const TOKEN_MS = 6 * 60 * MINUTE_MS

interface Ended {
  readonly result: Result
  readonly outputs: Readonly<Record<string, string>>
}

/** Runs the steps of a job. @param declared what it is granted before a fork takes its part */
export async function runJob(planned: Planned, leg: LegOf, declared: Granted): Promise<Ended> {
  const { hub, flight } = planned
  const check = createCheck(hub, flight, leg.name)
  const give = await hub.slots.take()
  try {
    if (leg.signal.aborted) return { result: complete(hub, flight, check, 'cancelled'), outputs: {} }
    begin(hub, flight)
    check.status = 'in_progress'
    return await onMachine(planned, leg, check, flight.trigger.isFork ? readOnly(declared) : declared)
  } finally {
    give()
  }
}

async function onMachine(planned: Planned, leg: LegOf, check: CheckRun, permissions: Granted): Promise<Ended> {
  const { hub, flight, job } = planned
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-machine-')))
  const token = `ghs_${randomBytes(27).toString('base64url').replaceAll(/[-_]/g, '0')}`
  const caller = { kind: 'job' as const, user: hub.app.bot, app: hub.app, repositoryId: flight.trigger.repository.id }
  hub.world.tokens.set(token, {
    caller: { ...caller, permissions: toTokenPermissions(permissions) },
    expiresAt: Date.now() + TOKEN_MS,
  })
  const identity =
    permissions['id-token'] === 'write'
      ? hub.issuer.admit(getClaims(hub.world, flight, planned.level.workflow, check.id))
      : { env: {}, end: () => undefined }
  const state = createState(planned, leg, { root, token, check, identity: identity.env })
  state.log.push(...tokenLines(toTokenPermissions(permissions)))
  let end: Ended = { result: 'failure', outputs: {} }
  try {
    end = await withinTime(state, job['timeout-minutes'], () => work(state, planned))
  } catch (error) {
    state.complain('error', (error as Error).message)
  } finally {
    identity.end()
    hub.world.tokens.delete(token)
    rmSync(root, { recursive: true, force: true })
  }
  keep(flight, leg.name, state)
  flight.jobs.push({ check, attempt: flight.run.attempt, steps: state.ended })
  check.annotations.push(...state.annotations.map((each) => toAnnotation(hub.world, flight, each)))
  return { result: complete(hub, flight, check, end.result), outputs: end.outputs }
}

/** As every log of a job begins. */
function tokenLines(permissions: Permissions): readonly string[] {
  const inWords = (name: string) => name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
  const lines = Object.entries(permissions).map(([name, access]) => `${inWords(name)}: ${access}`)
  return ['##[group]GITHUB_TOKEN Permissions', ...lines.toSorted(), '##[endgroup]']
}

async function work(state: JobState, { job }: Planned): Promise<Ended> {
  const scope = createScope(state)
  await runSteps(state, scope, job.steps ?? [])
  await runPosts(state, scope)
  const result = state.signal.aborted ? 'cancelled' : scope.hasFailed ? 'failure' : 'success'
  return { result, outputs: fillTexts(job.outputs, { ...state.contexts, steps: scope.steps, env: state.env }) }
}

async function withinTime(state: JobState, minutes: unknown, run: () => Promise<Ended>): Promise<Ended> {
  const limit = Number(fill(minutes, state.contexts) ?? DEFAULT_MINUTES)
  const timer = setTimeout(() => {
    state.complain('error', `The job has exceeded the maximum execution time of ${limit} minutes.`)
    state.cancel()
  }, limit * MINUTE_MS)
  try {
    return await run()
  } finally {
    clearTimeout(timer)
  }
}

interface Machine {
  readonly root: string
  readonly token: string
  readonly check: CheckRun
  readonly identity: Readonly<Record<string, string>>
}

/** Everything that steps share. Folders lie as on a hosted machine: `<root>/<repository>/<repository>`, `_temp`, `_actions`. */
function createState(planned: Planned, leg: LegOf, { root, token, check, identity }: Machine): JobState {
  const { hub, flight, level, id, job } = planned
  const { name } = flight.trigger.repository
  const folders = {
    workspace: join(root, name, name),
    temp: join(root, '_temp'),
    actions: join(root, '_actions'),
    tools: join(root, '_tool'),
    home: join(root, 'home'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  const eventPath = join(folders.temp, '_github_workflow', 'event.json')
  mkdirSync(dirname(eventPath))
  writeFileSync(eventPath, JSON.stringify(flight.trigger.payload))
  const github = {
    ...githubContext(hub.world, flight, { id, token, workspace: folders.workspace }),
    event_path: eventPath,
  }
  const runner = runnerContext({ ...folders, folder: dirname(folders.workspace) })
  const own = new AbortController()
  const annotations: Annotation[] = []
  const log: string[] = []
  const contexts = {
    ...leg.context,
    github,
    runner,
    job: jobContext(level.workflow, check.id),
    secrets: { ...level.secrets, GITHUB_TOKEN: token, github_token: token },
  }
  const runnerVariables = Object.entries(runner).map(([key, value]) => [key.toUpperCase(), value])
  const fileEnv = { ...level.workflow.file.env, ...job.env }
  return {
    hub,
    flight,
    level,
    job,
    folders,
    contexts,
    identity,
    token,
    annotations,
    log,
    variables: {
      ...COMPILED,
      ...jobVariables(githubVariables(github), Object.fromEntries(runnerVariables)),
      HOME: folders.home,
    },
    env: fillTexts(fileEnv, contexts),
    // What a hosted machine has ready: the Node that runs all of this.
    path: [dirname(process.execPath)],
    masks: [token, ...Object.values(level.secrets)],
    summaries: [],
    ended: [],
    posts: [],
    saved: new Map(),
    signal: AbortSignal.any([leg.signal, own.signal]),
    cancel: () => own.abort(),
    complain: (level_, message) => {
      log.push(`##[${level_}]${message}`)
      annotations.push({ level: level_, message })
    },
  }
}

function keep({ run }: Flight, name: string, { log, summaries }: JobState): void {
  run.logs.set(name, log.join('\n'))
  run.summaries.set(name, summaries.join('\n'))
}

/** @returns the check run of a job, as people see it on the head */
function createCheck({ world, app, onCheckRun }: Hub, flight: Flight, name: string): CheckRun {
  const id = world.nextId()
  const check: CheckRun = {
    id,
    suite: flight.run.suite,
    app,
    sha: flight.run.headSha,
    name,
    status: 'queued',
    conclusion: null,
    externalId: `${ACTIONS_APP_ID}-${id}`,
    detailsUrl: `${toHtml(world, flight)}/job/${id}`,
    startedAt: world.now(),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
    actions: [],
  }
  flight.trigger.repository.checkRuns.push(check)
  onCheckRun(flight.trigger.repository, check, 'created')
  return check
}

function complete({ world, onCheckRun }: Hub, flight: Flight, check: CheckRun, result: Result): Result {
  Object.assign(check, { status: 'completed', conclusion: result, completedAt: world.now() })
  onCheckRun(flight.trigger.repository, check, 'completed')
  return result
}

/** A job that does not run is seen all the same. */
export function skipJob(hub: Hub, flight: Flight, name: string, result: 'skipped' | 'cancelled' = 'skipped') {
  complete(hub, flight, createCheck(hub, flight, name), result)
  return { result, outputs: {}, isKept: false }
}

/** A job whose own words cannot be evaluated fails before it has a machine. */
export function refuseJob(hub: Hub, flight: Flight, name: string, message: string): void {
  const check = createCheck(hub, flight, name)
  check.annotations.push(toAnnotation(hub.world, flight, { level: 'error', message }))
  flight.run.logs.set(name, `##[error]${message}`)
  complete(hub, flight, check, 'failure')
}
