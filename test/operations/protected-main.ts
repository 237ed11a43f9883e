/** A GitHub whose `main` is protected by these required checks, and by nothing else. */
import { type GitHubStub, stubGitHub } from '../support/github/stub.ts'

const MAIN = { params: { branch: 'main' } }

/** @param reads how often the repository is read */
export function stubProtectedMain(checks: readonly object[], reads = 1): GitHubStub {
  const protection = { enabled: true, required_status_checks: { contexts: [], checks } }
  return stubGitHub()
    .on('GET /repos/{owner}/{repo}', { answer: { default_branch: 'main' }, times: reads })
    .on('GET /repos/{owner}/{repo}/rules/branches/{branch}', { ...MAIN, answer: [] })
    .on('GET /repos/{owner}/{repo}/branches/{branch}', { ...MAIN, answer: { protection } })
    .on('GET /repos/{owner}/{repo}/branches/{branch}/protection', { ...MAIN, status: 404, answer: {} })
}
