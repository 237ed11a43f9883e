/** Why an event has no commits to judge, and how to restrict the workflow. */

type Text = string | number

export const eventTexts = {
  useEvents: 'Run it on: pull_request, push, merge_group or workflow_dispatch.',
  startByGitHub: 'Run the action in a job that GitHub started: GITHUB_EVENT_NAME is empty.',
  runsWithSecrets:
    'On `pull_request_target` the code of a pull request would run with access to the secrets of its base.',
  usePullRequest: 'Use on: pull_request instead. It covers forks too.',
  noCommits: (event: Text) => `The event \`${event}\` has no commits to judge.`,
  branchesOnly: "Judge branches only: on: { push: { branches: ['**'] } }",
  branchDeleted: 'The branch was deleted, so there is nothing to judge.',
  notOnDeletion: 'Add to the job: if: ${{ !github.event.deleted }}',
  isDefaultBranch: (base: Text) => `${base} is the default branch, so there is no base to compare it with.`,
  notDefaultBranch: (base: Text) => `Judge the other branches only: on: { push: { branches-ignore: ['${base}'] } }`,
  groupAction: (action: Text) => `A merge group that is \`${action}\` requests no check.`,
  restrictGroup: 'Restrict it: on: { merge_group: { types: [checks_requested] } }',
  noBase: 'the default branch, so there is no base to compare it with',
  startOnBranch: 'Start the workflow on the branch to judge: gh workflow run <workflow> --ref <branch>',
} as const
