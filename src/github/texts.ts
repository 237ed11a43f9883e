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
} as const

type Audience = 'job' | 'app' | 'person'

/** Why GitHub refuses for good: what it means, and who ends it. `docs/reference/errors.md` lists them. */
export const refusalCauses = {
  'permission-missing': {
    means: 'The App or the token lacks a permission.',
    remedy: 'The owner grants the permission that the error names.',
  },
  'token-invalid': {
    means: 'GitHub does not know the token or the key.',
    remedy: 'Who runs the App, the job or the command sets a valid one.',
  },
  'installation-suspended': {
    means: 'The installation of the App is suspended: the App reads and writes nothing there.',
    remedy: 'An administrator of the account lifts the suspension: Settings, GitHub Apps, Configure, Unsuspend.',
  },
  'installation-missing': {
    means: 'The App is not installed there any more.',
    remedy: 'An administrator of the account installs it again, or removes the requirement of its check.',
  },
  'repository-not-shown': {
    means: 'GitHub does not show the repository: it was deleted or renamed, or is not among those of the installation.',
    remedy: 'An administrator of the account adds it: Settings, GitHub Apps, Configure, Repository access.',
  },
  'repository-archived': {
    means: 'The repository is archived: it takes no changes.',
    remedy: 'An administrator unarchives it: Settings, Danger Zone, *Unarchive this repository*.',
  },
  'repository-disabled': {
    means: 'GitHub disabled the repository.',
    remedy: 'The owner asks GitHub why: https://support.github.com',
  },
  'repository-blocked': {
    means: 'GitHub blocked the repository, for example after a notice of copyright.',
    remedy: 'The owner asks GitHub why: https://support.github.com',
  },
  'repository-empty': {
    means: 'The repository has no commit yet.',
    remedy: 'Push a first commit to the default branch.',
  },
  'conversation-locked': {
    means: 'The conversation is locked: only people with write access can comment or react there.',
    remedy: 'One of them unlocks it: *Unlock conversation*.',
  },
  'base-missing': {
    means: 'GitHub does not find the base branch, or the head has no commit in common with it.',
    remedy: 'Restore the base branch, change the base of the pull request, or rebase the head on the base.',
  },
  'ref-refused': {
    means: 'A rule of the repository forbids this change of the branch, or the branch was pushed meanwhile.',
    remedy: 'An administrator adds the App to the bypass list (Settings, Rules, Rulesets).',
  },
  'address-not-allowed': {
    means: 'The organisation has an IP allow list, and the address of this machine is not in it.',
    remedy: 'An owner of the organisation adds the address: Settings, Authentication security, IP allow list.',
  },
  'single-sign-on': {
    means: 'The organisation demands single sign-on, and the token is not authorised for it.',
    remedy: 'Authorise the token: https://github.com/settings/tokens, *Configure SSO*.',
  },
  deleted: {
    means: 'It was deleted, or the issues of the repository are off.',
    remedy: 'Where they are off, an administrator turns them on: Settings, General, Features.',
  },
  'not-found': {
    means: 'GitHub does not find it, or does not show it.',
    remedy: 'Where it exists, the owner grants the permission that the error names.',
  },
  'content-refused': {
    means: 'GitHub does not accept the content of the request.',
    remedy: 'Please report this response as a bug.',
  },
} as const satisfies Readonly<Record<string, { readonly means: string; readonly remedy: string }>>

export type RefusalCause = keyof typeof refusalCauses

/** @param needed the permissions of the route as the reader's settings write them; empty: it needs none */
type Grant = (needed: string) => string

const grants: Readonly<Record<Audience, Grant>> = {
  job: (needed) =>
    `Give the job this permission in the workflow: permissions: { ${needed} }. GitHub never grants it to pull requests from forks.`,
  app: (needed) =>
    needed === ''
      ? 'Check that the App is still installed there: Settings, GitHub Apps, Configure.'
      : `Ask the owner to accept this permission of the App: ${needed} (Settings, GitHub Apps, Configure).`,
  person: (needed) =>
    `Set GH_TOKEN to a token that can read this repository (${needed}): export GH_TOKEN=$(gh auth token)`,
}

const tokens: Readonly<Record<Audience, string>> = {
  job: 'Give the step a valid token: with: { token: ${{ github.token }} }',
  app: 'Set APP_ID and PRIVATE_KEY to values of the same App, and correct the clock of this machine.',
  person: 'Set a valid token: export GH_TOKEN=$(gh auth token)',
}

const afterwards: Readonly<Record<Audience, string>> = {
  job: ' Then run the job again: gh run rerun <run id>',
  app: ' Then comment `/tdd recheck`, or repeat the command.',
  person: ' Then repeat the command.',
}

/** Tells a reader what the cause means, and who ends it. */
export function adviseAfterRefusal(cause: RefusalCause, asker: Audience, needed: string): string {
  const { means, remedy } = refusalCauses[cause]
  if (cause === 'token-invalid') return tokens[asker]
  if (cause === 'permission-missing') return grants[asker](needed)
  if (cause === 'not-found') return `${means} ${grants[asker](needed)}`
  return `${means} ${remedy}${cause === 'content-refused' ? '' : afterwards[asker]}`
}

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
