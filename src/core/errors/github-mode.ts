/** Errors of slash commands that the command line posts on GitHub. */
import { GateError } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'

export function noToken(): GateError {
  return new GateError(
    'command-refused',
    'No GitHub token was found.',
    advise('Log in, or set GITHUB_TOKEN', 'gh auth login'),
  )
}

export function noRemoteOfGitHub(): GateError {
  const message = 'The remote `origin` names no repository of a host, or no branch is checked out.'
  return new GateError('command-refused', message, advise('Show the remotes', 'git remote -v'))
}

export function noOpenPull(branch: string): GateError {
  const message = `No pull request is open for branch ${branch}.`
  return new GateError('command-refused', message, advise('Open one', 'gh pr create --draft'))
}

export function appNotRequired(base: string): GateError {
  const message = `${base} requires no check \`tdd-gate\` of one App, so no check can be trusted.`
  return new GateError('command-refused', message, advise('Show what is missing', 'tdd-gate doctor'))
}

export function noCheckYet(appId: number, branch: string): GateError {
  const message = `App ${appId} has not evaluated ${branch} yet.`
  return new GateError('command-refused', message, advise('Show the pull request', 'gh pr view --web'))
}

/** @param url of the comment with the command */
export function noAppAnswer(url: string): GateError {
  const message = `The App did not answer ${url}.`
  return new GateError('command-refused', message, advise('Show the pull request', 'gh pr view --web'))
}

/** @param url of the comment with the command */
export function appRefused(url: string): GateError {
  const message = `The App refused ${url}, and its reply there says why.`
  return new GateError('command-refused', message, advise('Show the checks of this machine', 'tdd-gate doctor'))
}
