/** GitHub Actions on the local GitHub: listens on its bus, runs workflows for real, and answers for them. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { ACTIONS_APP_ID } from '../state.ts'
import type { Repository, User, WorkflowRun, World } from '../world.ts'
import { createGroups, createSlots } from './concurrency.ts'
import { type Flight, type Hub, type OnCheckRun, settled, track } from './hub.ts'
import { createIssuer } from './issuer.ts'
import { toWorkflow, toWorkflowRun } from './records.ts'
import { getRoutes, type Routes } from './routes.ts'
import { approve, cancel, rerun, startWorkflows } from './run.ts'
import { openStore } from './store.ts'
import { type Dispatch, getTrigger, ofDispatch } from './trigger.ts'

export { ISSUER_PATH } from './issuer.ts'

export interface ActionsOptions {
  /** Receives the check runs of jobs. */
  readonly onCheckRun?: OnCheckRun
  /** Jobs at once; as many as there are cores. */
  readonly machines?: number
}

export interface Actions extends AsyncDisposable {
  /** What the REST server serves of Actions, by route. */
  readonly routes: Routes
  /** Answers requests below `ISSUER_PATH` of the server. */
  readonly answerIssuer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** A person presses "Approve and run". */
  readonly approve: (run: WorkflowRun) => void
  readonly rerun: (run: WorkflowRun, who: User, options?: { readonly onlyFailed?: boolean }) => void
  readonly cancel: (run: WorkflowRun) => void
  /** @param file `.github/workflows/gate.yml` */
  readonly dispatch: (file: string, dispatch: Dispatch) => Promise<readonly WorkflowRun[]>
  /** The parts of a `workflow_run` webhook beside repository and sender, and that sender; `run` as the event on the bus has it. */
  readonly webhookOf: (
    repository: Repository,
    run: WorkflowRun,
  ) => Promise<{ readonly payload: Readonly<Record<string, unknown>>; readonly sender: User }>
  /** Waits until nothing is under way on this GitHub. */
  readonly settled: () => Promise<void>
}

/** @param world one that has the app `github-actions` */
export async function startActions(world: World, options: ActionsOptions = {}): Promise<Actions> {
  const app = world.apps.get(ACTIONS_APP_ID)
  if (app === undefined) throw new Error('This GitHub has no app for Actions.')
  const { machines = availableParallelism(), onCheckRun = () => undefined } = options
  const issuer = createIssuer(world)
  const store = await openStore(world)
  const hub: Hub = {
    world,
    app,
    issuer,
    store,
    onCheckRun,
    slots: createSlots(machines),
    groups: createGroups(),
    flights: new Map(),
    ending: new AbortController(),
  }
  // One after the other: runs have their numbers in the order of what happened.
  let last: Promise<unknown> = Promise.resolve()
  world.on((event) => {
    if (event.kind === 'workflow-run') return
    // Read now: pull requests move on.
    const trigger = getTrigger(world, event)
    last = Promise.all([trigger, last])
      .then(([found]) => (found === null ? [] : startWorkflows(hub, found)))
      .catch((error: Error) => void world.problems.push(`Actions: ${error.stack}`))
    track(world, last)
  })
  return {
    routes: getRoutes(hub),
    answerIssuer: issuer.answer,
    approve: (run) => must(approve(hub, getFlight(hub, run)), run, 'does not wait for approval'),
    rerun: (run, who, about) => must(rerun(hub, getFlight(hub, run), who, about), run, 'cannot run again'),
    cancel: (run) => must(cancel(getFlight(hub, run)), run, 'is over'),
    dispatch: async (file, given) => {
      const trigger = await ofDispatch(world, given)
      return trigger === null ? [] : startWorkflows(hub, trigger, file)
    },
    webhookOf: async (repository, run) => {
      const flight = getFlight(hub, run)
      const payload = {
        workflow_run: await toWorkflowRun(world, flight, run),
        workflow: toWorkflow(world, repository, flight),
      }
      return { payload, sender: flight.triggeringActor }
    },
    settled: () => settled(world),
    [Symbol.asyncDispose]: async () => {
      hub.ending.abort()
      for (const flight of hub.flights.values()) cancel(flight)
      await settled(world)
      await store[Symbol.asyncDispose]()
    },
  }
}

function getFlight({ flights }: Hub, { id }: WorkflowRun): Flight {
  const flight = flights.get(id)
  if (flight === undefined) throw new Error(`There was no run ${id}.`)
  return flight
}

function must(isDone: boolean, { id }: WorkflowRun, otherwise: string): void {
  if (!isDone) throw new Error(`Run ${id} ${otherwise}.`)
}
