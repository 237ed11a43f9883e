/** The sentences about what is read from GitHub and written there. */

type Text = string | number

/** The next steps after a refusal of GitHub. */
export const refusalTexts = {
  appAsksAgainAt: (when: Text) => `No action is needed: the App asks again ${when}.`,
  appAsksAgain: 'No action is needed: the App asks again. If this continues, see https://www.githubstatus.com',
  notConnected: (host: Text, cause: Text) => `the connection to ${host} failed (${cause})`,
  /** @param host that did not answer */
  reach: (host: Text) =>
    `Let this machine reach ${host}: check its name server, its firewall, and the proxy in HTTPS_PROXY, HTTP_PROXY and NO_PROXY`,
  trust: (host: Text) =>
    `Let this machine trust ${host}, or the proxy before it: export NODE_EXTRA_CA_CERTS=<file.pem> with the certificate of its authority`,
  connect: {
    app: (remedy: string) => `${remedy}. Events are kept: the App asks again.`,
    job: (remedy: string) => `${remedy}. Then run the job again: gh run rerun <run id>`,
    person: (remedy: string) => `${remedy}. Then run: tdd-gate doctor`,
  },
  validToken: 'Give the step a valid token: with: { token: ${{ github.token }} }',
  jobPermission: (permission: Text) =>
    `Give the job this permission in the workflow: permissions: { ${permission} }. GitHub never grants it to pull requests from forks.`,
  appCredentials: 'Set APP_ID and PRIVATE_KEY to values of the same App, and correct the clock of this machine.',
  checkInstallation: 'Check that the App is still installed there: Settings, GitHub Apps, Configure.',
  acceptPermission: (needed: Text) =>
    `Ask the owner to accept this permission of the App: ${needed} (Settings, GitHub Apps, Configure).`,
  exportToken: 'Set a valid token: export GH_TOKEN=$(gh auth token)',
  readingToken: (permission: Text) =>
    `Set GH_TOKEN to a token that can read this repository (${permission}): export GH_TOKEN=$(gh auth token)`,
} as const

/** Sentences about the settings of an organisation on GitHub. */
export const organisationTexts = {
  apply: (file: string) => `The settings of the organisation apply: ${file}.`,
  invalidTitle: 'The settings of the organisation are invalid',
  invalid: (mistakes: string) => `Nothing passes while they are invalid: ${mistakes}`,
  refusedTitle: (agent: string) => `The organisation does not allow work of ${agent}`,
  refused: (agent: string, file: string) =>
    `${agent} opened the pull request or authored commits of it, and \`agents.allow\` in ${file} does not name it.`,
}

/** What the App says of a task: what it waits for, and why it cannot start. */
export const taskTexts = {
  startAnew: (branch: Text) =>
    `delete the branch \`${branch}\` and comment \`/tdd start\` again: the plan is then read from the issue again`,
  taskMerged: (number: Text, anew: Text) => `the task was merged with pull request #${number}. For a new one, ${anew}`,
  pullClosed: (number: Text, anew: Text) =>
    `pull request #${number} of this task was closed without a merge. Reopen it to go on, or ${anew},`,
  decisionsLost: (number: Text) =>
    `and the decisions in #${number} (pauses, abortions, skipped subtasks) no longer apply`,
  branchTaken: (branch: Text) =>
    `the branch \`${branch}\` already exists and is not a start of this task that can continue. Delete it, then comment \`/tdd start\` again`,
  waitsForIssue: (who: Text, issue: Text, how: Text) => `${who} waits for issue #${issue}, which ${how}.`,
  unreadIssues: (count: Text) => `It waits for ${count} more issues, which were not read.`,
  waitsForTask: (task: Text) =>
    `The task waits for task ${task}, but no pull request of it was merged here: make sure that it is done.`,
  interrupted: 'An earlier start was interrupted. It continues with its original plan, even if the issue has changed.',
  earlierClosed: (pull: Text) =>
    `Pull request #${pull} of this task was closed. Its decisions (pauses, abortions, skipped subtasks) do not apply to the new one.`,
  recordTooLarge: (size: Text, most: Text) =>
    `the record of the plan has ${size} characters, and GitHub stores at most ${most}: split the task, or shorten the acceptance criteria and the test strategy of its subtasks, and comment \`/tdd start\` again`,
  leftOut: (titles: Text) => `Left out, because it is already done: ${titles}`,
  notInSection: 'quoted, below an item that is not a task, or outside of the section of subtasks',
} as const

/** What the App says of what it wrote, or did not write. */
export const writeTexts = {
  headMoved: (head: Text, branch: Text) =>
    `${head} is no longer the head of \`${branch}\`: it was pushed meanwhile, so the App reverted nothing.`,
  newerHead: (head: Text) => `The run of ${head}, the newer head of the pull request, writes the comment.`,
  tooManyComments: (most: Text) => `No comment was written: the pull request has more than ${most} comments.`,
  inactiveRuleset: (name: Text) =>
    `Is there a ruleset \`${name}\` that is not active, or of another App (Settings, Rules, Rulesets)? Fix or delete it, then comment \`/tdd protect\` again.`,
  grantAdministration: (command: Text) =>
    `Ask the owner to grant the App \`administration: write\` (Settings, GitHub Apps, Configure), then comment \`/tdd protect\` again. Or ask an administrator to run: \`${command}\``,
  firstAnnotations: (count: Text, most: Text) => `Of ${count} annotations the first ${most} were written.`,
  jobPermissions: (permissions: Text) =>
    `Give the job in the workflow these permissions beside its others: ${permissions}. GitHub never grants that to pull requests from forks.`,
  decisionRecord: "A person's decision about this task, as the gate applies it.",
  truncated: "\n\n(truncated: this exceeds GitHub's limit; the artifact of the run has the whole text)",
  planRecord: 'The plan that the gate judges this task by.',
  evidenceRecord: 'The evidence for this head, compressed. It remains available after the artifact expires.',
} as const
