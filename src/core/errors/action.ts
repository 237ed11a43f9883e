/** Errors of the Action: its inputs, its job, and the clone that it finds. */
import { type ErrorCode, GateError } from '../model/errors.ts'

const WHOLE_HISTORY = 'Give actions/checkout the whole history: with: { fetch-depth: 0 }'

export function badInput(message: string, advice: string): GateError {
  return new GateError('bad-usage', message, advice)
}

export function badServerUrl(): GateError {
  return badInput('GITHUB_SERVER_URL is no address of a server.', 'Run this in a GitHub Actions job.')
}

/** @param shards of the base's configuration @param index of this job; null without one */
export function otherShards(shards: number, index: number | null): GateError {
  const wanted = shards === 1 ? 'has no test.shards' : `says test.shards: ${shards}`
  return badInput(
    `The base's configuration ${wanted}, and this job measures shard ${index ?? '(none)'}.`,
    shards === 1 ? 'Remove `shard`.' : `Start ${shards} jobs with shard: 1 to shard: ${shards}`,
  )
}

export function badJob(message: string, cause?: unknown): GateError {
  return new GateError('bad-event', message, 'Run the action in a job that GitHub itself started.', cause)
}

export function noCheckout({ message }: GateError, cause: unknown): GateError {
  const next = 'Let actions/checkout run before this step, or name its folder: path: <folder>'
  return new GateError('not-a-repository', message, next, cause)
}

export function baseBranchGone(branch: string, url: string): GateError {
  return new GateError(
    'unknown-revision',
    `The base branch ${branch} no longer exists on ${url}.`,
    'Push it again, or choose another base branch.',
  )
}

export function commitsMissing(what: string, cause?: unknown): GateError {
  return new GateError('shallow-clone', what, WHOLE_HISTORY, cause)
}

export function jobCancelled(cause: unknown): GateError {
  return new GateError(
    'interrupted',
    'The job was cancelled before everything was measured.',
    'Run it again. The finished measurements are kept, provided that the next step uploads them.',
    cause,
  )
}

export function processesLeft(count: number): GateError {
  return new GateError(
    'interrupted',
    `Tests left ${count} processes running that cannot be ended. They could change this step's result.`,
    'Find the test that starts them and does not end them; then re-run all jobs of the workflow.',
  )
}

export function variableWithoutName(): GateError {
  return badInput('The input variables has a line without a name.', 'Write one variable a line: NAME=value')
}

export function noLabels(): GateError {
  return badInput('The input runner is no list of labels.', `Write runner: '["self-hosted", "linux"]'`)
}

export function foreignRunner(labels: readonly string[]): GateError {
  return new GateError(
    'bad-evidence',
    `Measured on the runner ${labels.join(', ')}, which GitHub does not start anew for each job.`,
    'Accept it in .github/tdd-gate.yml of the base: policy: { trust: { runners: any } }. Checks then say so.',
  )
}

export function outputExists(path: string, cause?: unknown): GateError {
  return new GateError(
    'file-exists',
    `${path} already exists, and a run overwrites nothing.`,
    'Give each step a folder of its own: output: ${{ runner.temp }}/tdd-gate-2',
    cause,
  )
}

export function outputNotWritten(path: string, cause: unknown): GateError {
  const next = 'Name a folder on a disk with free space: output: <folder>'
  return new GateError('disk-full', `Cannot write ${path}: ${String(cause)}`, next, cause)
}

/** Creates the same error with a message and advice for a job, which has no command line. */
export function rephrase(code: ErrorCode, message: string, advice: string, cause: GateError): GateError {
  return new GateError(code, message, advice, cause)
}
