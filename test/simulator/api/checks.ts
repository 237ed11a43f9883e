/** Check runs and check suites. */
import { emitCheckRun, getSuite } from '../checks.ts'
import { findCommit } from '../git.ts'
import { paged } from '../paged.ts'
import { notFound, refuse } from '../refusal.ts'
import { type Asked, created, type Handlers, ok } from '../route.ts'
import { checkRunShape, checkSuiteShape } from '../shapes/check.ts'
import { getApp } from '../state.ts'
import type { App, Caller, CheckRun, Repository, World } from '../world.ts'
import { resolveRef } from './commits.ts'

type Create = Asked<'POST /repos/{owner}/{repo}/check-runs'>['parameters']
type Update = Asked<'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}'>['parameters']
/** Both name what is written alike. */
interface Written {
  readonly name?: string
  readonly external_id?: string
  readonly details_url?: string
  readonly status?: string
  readonly conclusion?: string
  readonly started_at?: string
  readonly completed_at?: string
  readonly actions?: CheckRun['actions']
  readonly output?: {
    readonly title?: string
    readonly summary?: string
    readonly text?: string
    readonly annotations?: readonly object[]
  }
}

const BUTTONS = 3

export const checks: Handlers = {
  'POST /repos/{owner}/{repo}/check-runs': async ({ world, repository, parameters, caller }) => {
    const app = demandApp(caller)
    const sha =
      (await findCommit(repository, parameters.head_sha)) ??
      refuse(422, `No commit found for SHA: ${parameters.head_sha}`)
    const run: CheckRun = {
      id: world.nextId(),
      suite: getSuite(world, repository, app, sha),
      app,
      sha,
      name: parameters.name,
      status: 'queued',
      conclusion: null,
      externalId: '',
      detailsUrl: `${world.url}/apps/${app.slug}`,
      startedAt: world.now(),
      completedAt: null,
      output: { title: null, summary: null, text: null },
      annotations: [],
      actions: [],
    }
    write(world, run, parameters as Create & Written)
    repository.checkRuns.push(run)
    emitCheckRun(world, repository, run, 'created', caller)
    if (run.status === 'completed') emitCheckRun(world, repository, run, 'completed', caller)
    return created(checkRunShape(world, repository, run))
  },
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}': ({ world, repository, parameters, caller }) => {
    const run = findRun(repository, parameters.check_run_id)
    const app = demandApp(caller)
    if (run.app !== app) {
      refuse(403, `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`)
    }
    const wasCompleted = run.status === 'completed'
    const { conclusion } = run
    write(world, run, parameters as Update & Written)
    if (run.status === 'completed' && !wasCompleted) emitCheckRun(world, repository, run, 'completed', caller)
    else if (run.conclusion !== conclusion) world.emit({ kind: 'check-changed', repository })
    return ok(checkRunShape(world, repository, run))
  },
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}': ({ world, repository, parameters }) =>
    ok(checkRunShape(world, repository, findRun(repository, parameters.check_run_id))),
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations': (asked) => {
    const { annotations } = findRun(asked.repository, asked.parameters.check_run_id)
    return paged(asked, annotations, (annotation) => annotation)
  },
  'POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest': ({ world, repository, parameters, caller }) => {
    const run = findRun(repository, parameters.check_run_id)
    if (run.status !== 'completed') refuse(422, 'This check run is not rerequestable.')
    emitCheckRun(world, repository, run, 'rerequested', caller)
    return { status: 201, data: {} }
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': async (asked) => {
    const { world, repository, parameters } = asked
    const sha =
      (await resolveRef(repository, parameters.ref)) ?? refuse(422, `No commit found for SHA: ${parameters.ref}`)
    const { check_name: name, status, app_id: appId, filter = 'latest' } = parameters
    const found = repository.checkRuns.filter((run) => {
      const isWanted = (name === undefined || run.name === name) && (status === undefined || run.status === status)
      return run.sha === sha && isWanted && (appId === undefined || run.app.id === appId)
    })
    const shown = filter === 'all' ? found : found.filter((run) => isLatest(found, run))
    const wrap = (page: readonly unknown[], total: number) => ({ total_count: total, check_runs: page })
    return paged(asked, shown.toReversed(), (run) => checkRunShape(world, repository, run), wrap)
  },
  'GET /repos/{owner}/{repo}/check-suites/{check_suite_id}': ({ world, repository, parameters }) => {
    const suite = repository.checkSuites.find(({ id }) => id === parameters.check_suite_id) ?? notFound()
    return ok(checkSuiteShape(world, repository, suite))
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/check-suites': async (asked) => {
    const { world, repository, parameters } = asked
    const sha =
      (await resolveRef(repository, parameters.ref)) ?? refuse(422, `No commit found for SHA: ${parameters.ref}`)
    const found = repository.checkSuites.filter(
      (suite) => suite.sha === sha && (parameters.app_id === undefined || suite.app.id === parameters.app_id),
    )
    const wrap = (page: readonly unknown[], total: number) => ({ total_count: total, check_suites: page })
    return paged(asked, found, (suite) => checkSuiteShape(world, repository, suite), wrap)
  },
}

/** Of runs with one name and suite the newest counts. */
function isLatest(runs: readonly CheckRun[], run: CheckRun): boolean {
  return runs.findLast(({ name, suite }) => name === run.name && suite === run.suite) === run
}

function demandApp(caller: Caller): App {
  return getApp(caller) ?? refuse(403, 'You must authenticate via a GitHub App.')
}

function findRun({ checkRuns }: Repository, id: number | bigint): CheckRun {
  return checkRuns.find((run) => run.id === Number(id)) ?? notFound()
}

/** A conclusion completes a run; annotations are appended, whatever came before. */
function write(world: World, run: CheckRun, given: Written): void {
  const { output, actions } = given
  if ((actions?.length ?? 0) > BUTTONS) refuse(422, 'Invalid request.\n\nToo many actions')
  run.name = given.name ?? run.name
  run.externalId = given.external_id ?? run.externalId
  run.detailsUrl = given.details_url ?? run.detailsUrl
  run.startedAt = given.started_at ?? run.startedAt
  run.actions = actions ?? run.actions
  if (given.status !== undefined) run.status = given.status as CheckRun['status']
  if (given.conclusion !== undefined) run.status = 'completed'
  run.conclusion = run.status === 'completed' ? (given.conclusion ?? run.conclusion) : null
  run.completedAt = run.status === 'completed' ? (given.completed_at ?? run.completedAt ?? world.now()) : null
  if (output === undefined) return
  const { title = run.output.title, summary = run.output.summary, text = run.output.text, annotations = [] } = output
  run.output = { title, summary, text }
  run.annotations.push(...(annotations as Record<string, unknown>[]))
}
