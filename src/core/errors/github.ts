/** Errors of GitHub: what it refuses, does not answer, or sends in another form. */
import { type ErrorCode, GateError } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'

/** @param kept the status of the response, and the cause; nothing else of it, because headers may contain secrets */
export function gitHubRefused(
  code: Extract<ErrorCode, 'github-refused' | 'github-unavailable'>,
  message: string,
  advice: string,
  kept: { readonly status: number; readonly reason: string },
): GateError {
  return new GateError(code, message, advice, kept)
}

export function gitHubUnavailable(route: string, what: string, advice: string): GateError {
  return new GateError('github-unavailable', `GitHub did not answer ${route}: ${what}.`, advice)
}

/** A refusal with advice that fits what was asked. */
export function withAdvice({ message, cause }: GateError, advice: string): GateError {
  return new GateError('github-refused', message, advice, cause)
}

/** A copy: several events may have failed with the same error, each with its own pause. */
export function pausedFor(ms: number, error: GateError): GateError & { readonly retryAfterMs: number } {
  const { message, suggestion } = error
  return Object.assign(new GateError('github-unavailable', message, suggestion, error), { retryAfterMs: ms })
}

/** An outage that does not end: the App may not start. */
export function refusedForGood(error: GateError): GateError {
  return new GateError('github-refused', error.message, error.suggestion, error)
}

export function notPublished(message: string, advice: string, cause: unknown): GateError {
  return new GateError('github-refused', message, advice, cause)
}

export function otherRepository(name: string): GateError {
  return new GateError(
    'github-refused',
    `${name} is now the name of another repository.`,
    'No action is needed: the App evaluates the repository with this name separately.',
  )
}

export function artifactNotDownloaded(what: string, cause?: unknown): GateError {
  return new GateError(
    'github-unavailable',
    `The artifact cannot be downloaded: GitHub's store ${what}.`,
    advise('Run the job again', 'gh run rerun <run id>'),
    cause,
  )
}

/** GitHub lists only a part of such a folder. */
export function folderTooLarge(folder: string): GateError {
  const message = `A folder exceeds GitHub's list limit, so \`${folder}\` cannot be read.`
  return new GateError('limit-exceeded', message, 'Keep fewer files in one folder.')
}

/** The server cannot keep evidence. @param version as the server names it */
export function noEnterpriseServer(version: string): GateError {
  return new GateError(
    'github-unsupported',
    `GitHub Enterprise Server (${version}) cannot keep evidence.`,
    'Judge there in any CI with `tdd-gate verify`, or use GHE.com.',
  )
}

export function unsupportedEvent(message: string, advice: string): GateError {
  return new GateError('unsupported-event', message, advice)
}

/** @param place in the payload @param what is wrong there, in one line */
export function badEvent(place: string, what: string): GateError {
  return new GateError(
    'bad-event',
    `The event does not have the format of GitHub: ${place}: ${what}`,
    'Run the action in a job that GitHub started. No earlier step may write to GITHUB_EVENT_PATH.',
  )
}

/** @param place in the payload @param what is wrong there, in one line */
export function badWebhook(place: string, what: string): GateError {
  return new GateError(
    'bad-event',
    `The webhook does not have the format of GitHub: ${place}: ${what}`,
    'Make sure that only GitHub knows the webhook secret. If GitHub sent this webhook, please report a bug. Nothing is lost: the next sweep evaluates the pull request.',
  )
}

/** Says why a branch was not deleted. */
export function keptBranch(branch: string): string {
  return `\`${branch}\` was pushed meanwhile, so the App did not delete it.`
}

/** @param file its path in the repository `.github` */
export function organisationLost(owner: string, file: string): GateError {
  const message = `The App cannot read ${owner}/.github/${file}, and TDD_GATE_ORGANISATIONS names ${owner}.`
  return new GateError('bad-config', message, `Install the App on ${owner}/.github, or restore the file.`)
}
