/** Errors of what a person says on GitHub from the command line. */
import { advise, GateError } from '../model/errors.ts'

export function noToken(): GateError {
  return new GateError(
    'word-refused',
    'No token of GitHub is there.',
    advise('Log in, or set GITHUB_TOKEN', 'gh auth login'),
  )
}

export function noRemoteOfGitHub(): GateError {
  const message = 'The remote `origin` names no repository of a host, or no branch is checked out.'
  return new GateError('word-refused', message, advise('Show the remotes', 'git remote -v'))
}

export function noOpenPull(branch: string): GateError {
  const message = `No pull request is open for branch ${branch}.`
  return new GateError('word-refused', message, advise('Open one', 'gh pr create --draft'))
}

export function appNotRequired(base: string): GateError {
  const message = `${base} requires no check \`tdd-gate\` of one App, so no check can be trusted.`
  return new GateError('word-refused', message, advise('Show what is missing', 'tdd-gate doctor'))
}

export function noCheckYet(appId: number, branch: string): GateError {
  const message = `App ${appId} has not looked at ${branch} yet.`
  return new GateError('word-refused', message, advise('Show the pull request', 'gh pr view --web'))
}

/** @param url of the comment with the command */
export function noAppAnswer(url: string): GateError {
  const message = `The App did not answer ${url}.`
  return new GateError('word-refused', message, advise('Show the pull request', 'gh pr view --web'))
}
