/** Renders the pull request by which a repository gets the gate. */
import { ONBOARDING_BRANCH } from '../core/task/task-branch.ts'
import { toConfigFile } from './config-file.ts'
import { toCallerWorkflow, WORKFLOW_PATH } from './workflow-file.ts'

const TITLE = 'chore: judge commits with tdd-gate'
const CONFIG_PATH = '.github/tdd-gate.yml'
const DETECTED_LATER = { pin: 'version: 1', explanations: ['The job that measures detects how tests run.'] }

/** @param uses the release whose judgement the App trusts: `owner/repo@ref` */
export function toOnboarding(uses: string) {
  return {
    branch: ONBOARDING_BRANCH,
    title: TITLE,
    config: { path: CONFIG_PATH, text: toConfigFile(DETECTED_LATER, uses) },
    workflow: { path: WORKFLOW_PATH, text: toCallerWorkflow(uses) },
    toBody: (hasWorkflow: boolean) => toBody(hasWorkflow, uses),
  }
}

/** Returns the command that commits what `init` wrote. */
export function toCommitCommand(paths: readonly string[], isPullRequest = false): string {
  const commit = `git add ${paths.join(' ')} && git commit -m "${TITLE}"`
  if (!isPullRequest) return commit
  return `git switch -c ${ONBOARDING_BRANCH} && ${commit} && git push -u origin HEAD && gh pr create --fill`
}

function toBody(hasWorkflow: boolean, uses: string): string {
  const init = `tdd-gate init --workflow --uses ${uses}`
  const files = hasWorkflow ? `\`${CONFIG_PATH}\` and \`${WORKFLOW_PATH}\`` : `\`${CONFIG_PATH}\``
  const rest = `
The App may not write workflows here. Add the workflow to this branch:

\`\`\`sh
git fetch origin && git switch ${ONBOARDING_BRANCH}
${init}
${toCommitCommand([WORKFLOW_PATH])} && git push
\`\`\`
`
  return `The settings of the organisation ask for tdd-gate in this repository. This adds ${files}.

After the merge, tdd-gate judges every pull request, commit by commit: first a failing test (RED), then the code (GREEN).
Close this pull request to decline; the App does not open it again.
${hasWorkflow ? '' : rest}`
}
