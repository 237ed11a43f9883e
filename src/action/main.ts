/**
 * Runs the step: measures or judges, writes the run folder, publishes and reports. Every failure gets a message, and
 * none ends green.
 */
import { jobCancelled } from '../core/errors/action.ts'
import type { Conclusion } from '../core/model/finding.ts'
import type { TrustLevel } from '../evidence/document.ts'
import type { Subject } from '../intake/subject.ts'
import { openRunFolder } from '../operations/runs/run-folder.ts'
import type { RunReport } from '../render/gate-report/run-report.ts'
import { toErrorJson } from '../render/text/error.ts'
import { basicAuthorization, makePresent } from './fetch.ts'
import { gate } from './gate.ts'
import { type Inputs, type Mode, parseInputs } from './inputs.ts'
import { type ActionJob, openJob } from './job.ts'
import { judge } from './judge.ts'
import { measure } from './measure.ts'
import { toJobError } from './output/job-error.ts'
import { type JobResult, reportOnly, writeOutputs } from './output/outputs.ts'
import { getReport } from './output/report.ts'
import type { Access, Ports } from './ports.ts'
import type { RunState } from './run-state.ts'
import { getOrigin, getServers, readSubject } from './runtime-context.ts'
import { type ActionStep, now, type StepOutcome } from './step.ts'
import { actionTexts } from './texts.ts'
import { VERSION } from './version.ts'

const RUN: Readonly<Record<Mode, (step: ActionStep) => Promise<StepOutcome>>> = { measure, judge, gate }

/**
 * Runs the step.
 * @returns the exit code: 0 when the gate passes (or `measure` could measure), 1 otherwise
 */
export async function runAction(ports: Ports, env: NodeJS.ProcessEnv): Promise<number> {
  const job = openJob(env)
  const runState: RunState = {
    startedAt: now(),
    servers: getServers(env),
    notes: [],
    inputs: null,
    folder: null,
    subject: null,
    origin: null,
    present: null,
    recorded: null,
  }
  const { report, passing } = await act(runState, ports, job, env)
  const { problems, notes } = await publish(runState, ports, job, report)
  const isPassed = report.error === null && isOneOf(passing, report.decision?.conclusion)
  const hasFailed = !isPassed || problems.length > 0
  const results = { report: { ...report, notes: [...report.notes, ...notes] }, hasFailed, problems }
  const isWritten = await writeOutputs(job, ports, runState, results).then(
    () => true,
    (error) => reportOnly(job, error),
  )
  return hasFailed || !isWritten ? 1 : 0
}

interface Acted extends Pick<StepOutcome, 'passing'> {
  readonly report: RunReport
}

function isOneOf(passing: StepOutcome['passing'], conclusion: Conclusion | undefined): boolean {
  return passing === null || (conclusion !== undefined && passing.includes(conclusion))
}

async function act(runState: RunState, ports: Ports, job: ActionJob, env: NodeJS.ProcessEnv): Promise<Acted> {
  try {
    const step = await prepare(runState, ports, job, env)
    const outcome = await RUN[step.inputs.mode](step)
    const report = getReport(runState, outcome)
    await writeRun(runState, ports, report, outcome)
    return { report, passing: outcome.passing }
  } catch (error) {
    const result = job.signal.aborted ? jobCancelled(error) : toJobError(error, runState.subject)
    return { report: await fail(runState, ports, result), passing: [] }
  }
}

/** An error while writing the error report becomes a note of that report: no other place is left. */
async function fail(runState: RunState, ports: Ports, error: unknown): Promise<RunReport> {
  const report = getReport(runState, { error })
  try {
    await writeRun(runState, ports, report, null)
    return report
  } catch (second) {
    return { ...report, notes: [...report.notes, actionTexts.folderNotWritten(String(second))] }
  }
}

async function prepare(runState: RunState, ports: Ports, job: ActionJob, env: NodeJS.ProcessEnv): Promise<ActionStep> {
  const inputs = parseInputs(env)
  runState.inputs = inputs
  if (inputs.token !== null) redactToken(job, inputs.token)
  const folder = openRunFolder(inputs.output, await ports.openLog())
  runState.folder = folder
  await ports.useProxy()
  const subject = await readSubject(env)
  runState.subject = subject
  const origin = getOrigin(env, subject)
  runState.origin = origin
  folder.log({ at: runState.startedAt, event: 'started', mode: inputs.mode, version: VERSION, head: subject.head.sha })
  const { path: dir, task, token, isolation, variables } = inputs
  const need = { dir, subject, token, serverUrl: runState.servers.serverUrl, signal: job.signal }
  const present = await makePresent(need)
  runState.present = present
  const minimum = getMinimum(inputs, subject, job.canGetIdToken())
  const earlier = { dir, base: present.base, subject, origin, minimum, access: getAccess(runState) }
  const store = await ports.findEvidence(earlier)
  runState.notes.push(...store.notes)
  job.signal.throwIfAborted()
  const options = { dir, subject, ...present, sequence: subject.sequence, task, isolation, variables, store, origin }
  const onRecorded = (digest: string) => {
    runState.recorded = digest
  }
  return { inputs, subject, origin, options, folder, job, ports, onRecorded }
}

/**
 * Returns the trust level that earlier evidence needs. A measuring job cannot know its judge's level, so it assumes the
 * highest one that the judge may claim.
 */
function getMinimum({ mode }: Inputs, { head }: Subject, canGetIdToken: boolean): TrustLevel {
  if (mode === 'gate') return 'self-published'
  return !head.isFork && (mode === 'measure' || canGetIdToken) ? 'attested' : 'verified-run'
}

/** Masks the token in both forms in which it is sent. */
function redactToken(job: ActionJob, token: string): void {
  job.mask(token)
  job.mask(basicAuthorization(token).slice('basic '.length))
}

function getAccess({ inputs, servers }: RunState): Access | null {
  return inputs === null || inputs.token === null ? null : { apiUrl: servers.apiUrl, token: inputs.token }
}

/** Fails the step when publishing fails, except for the read-only token of a fork. */
async function publish(
  runState: RunState,
  ports: Ports,
  job: ActionJob,
  report: RunReport,
): Promise<Pick<JobResult, 'problems'> & Notes> {
  const { inputs, subject } = runState
  const access = getAccess(runState)
  if (inputs?.publish !== true || subject === null || access === null || job.signal.aborted)
    return { problems: [], notes: [] }
  try {
    return { problems: [], notes: await ports.publish({ report, subject, access }) }
  } catch (thrown) {
    const { error } = toErrorJson(thrown)
    const isExpected = subject.head.isFork && error.code === 'github-refused'
    if (!isExpected) return { problems: [error], notes: [] }
    const note = `Nothing was published: the token of a fork may not write. ${error.message} ${error.suggestion}`
    return { problems: [], notes: [note] }
  }
}

interface Notes {
  readonly notes: readonly string[]
}

/**
 * Writes the result of a run into its folder; the manifest comes last, because it lists every other file.
 * @param outcome null when an error ended the run: then it has no evidence and no manifest
 * @throws GateError `file-exists`, `disk-full`: a run that cannot be written proves nothing
 */
async function writeRun(
  runState: RunState,
  ports: Ports,
  report: RunReport,
  outcome: StepOutcome | null,
): Promise<void> {
  const { folder, subject, origin, startedAt } = runState
  if (folder === null) return
  const conclusion = report.decision?.conclusion ?? (report.error === null ? 'in_progress' : 'unmeasurable')
  for (const file of [...(outcome?.evidence?.files ?? []), ...(await ports.render.toFiles(report))]) folder.write(file)
  folder.log({ at: now(), event: 'ended', conclusion, error: report.error?.code ?? null })
  const lastLogLine = folder.lastLogLine()
  if (outcome === null || subject === null || origin === null || lastLogLine === null) return
  const { branch, level, evidence } = outcome
  const run = { version: VERSION, subject, origin, branch, level, evidence, startedAt, endedAt: now(), conclusion }
  folder.write({ path: 'manifest.json', text: await ports.toManifest({ ...run, files: folder.files(), lastLogLine }) })
}
