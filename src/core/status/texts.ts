/** The sentences of statuses: titles, reasons, and the next step of the person who can act. */

type Text = string | number

export const statusTexts = {
  notRequiredTitle: (passed: Text, branch: Text, check: Text) => `${passed}, but ${branch} does not require ${check}`,
  notRequired: (passed: Text, branch: Text, check: Text, why: Text) =>
    `${passed}, but the base \`${branch}\` does not require the check \`${check}\` of this App. ${why}`,
  protectBase: (check: Text) =>
    `Protect the base: an administrator comments \`/tdd protect\`. Or set the base to a branch that requires \`${check}\`.`,
  requirementUnknownTitle: (passed: Text, branch: Text, check: Text) =>
    `${passed}, but the App cannot see whether ${branch} requires ${check}`,
  requirementUnknown: (passed: Text, branch: Text, reason: Text, why: Text) =>
    `${passed}, but the App cannot read the branch protection of the base \`${branch}\`: ${reason}. ${why}`,
  letAppRead: 'Let the App read metadata and contents of the repository, then comment `/tdd recheck`.',
  whyNotGreen: 'The check is not green, because it belongs to the commit and would be green for every other base too.',
  suspended: (since: Text) => `the installation has been suspended since ${since}: the App cannot act`,
  liftSuspension: (page: Text) => `An administrator of the account lifts the suspension at ${page}`,
  notGranted: (name: Text, needed: Text, instead: Text) => `\`${name}: ${needed}\` is not granted${instead}`,
  eventNotSent: (event: Text) => `GitHub does not send \`${event}\`: the App sees such events late, or never`,
  acceptPermission: (asks: Text, page: Text) =>
    `The owner of the App ${asks} in its settings, Permissions & events; an administrator of the account accepts it at ${page}`,
  restartTask: 'Close this pull request and restart the task: `/tdd start` under its issue.',
  closeAndRestart:
    'Close this pull request. With a task: delete its branch and restart the task. Without one: give the first commit another id (`git rebase --no-ff`), push another branch and open a new pull request.',
  correctOrganisation:
    'An owner of the organisation corrects the file, and after five minutes a comment `/tdd recheck` judges again.',
  allowAgent:
    'An owner of the organisation adds the agent there, or a maintainer reads the work and comments `/tdd override <reason>`.',
  runNewestApp: 'Run the newest version of the App: the version that wrote the record can read it.',
  judgeAgain:
    'Fix what is named, and push: the workflow judges the new commits. With nothing to fix, `git commit --allow-empty -m "chore: judge again" --trailer "Phase: neutral"`, then push.',
  noStepLeft: 'No step is left. A new task begins with a new issue.',
  nothingAfterMerge: 'The gate judges nothing after the merge.',
  nothingWhileClosed: 'The gate judges nothing while it is closed.',
  reopen: 'Reopen it, and the gate judges it again.',
  evidenceRefused: (reasons: Text) => `The evidence is refused: ${reasons}.`,
  tooLargeTitle: 'The branch exceeds the size limits of the gate',
  tooLarge: (what: Text) => `The branch exceeds the size limits of the gate: ${what}.`,
  splitBranch: 'Split it into pull requests of fewer changes.',
  unreadTitle: (cause: Text) => `The App cannot read this pull request (${cause})`,
  unknownMembers: 'The pull requests of this group are unknown',
  groupTooLargeTitle: (most: Text) => `The group has more than ${most} commits`,
  groupTooLarge: (count: Text, most: Text) => `The group has ${count} commits, and the App reads ${most} at most.`,
  smallerGroup:
    'An administrator lets the queue merge fewer pull requests at once ("Maximum pull requests to merge"). Or merge these one after the other.',
  groupRebased: (isSure: boolean) =>
    `${isSure ? 'The queue rebases' : 'GitHub does not show how the queue merges'}. These commits do not have the messages and authors of exactly one pull request of the queue.`,
  mergeOrSquash:
    'Remove the pull request from the queue, rebase its branch on the base, and add it again. If this repeats, an administrator sets the merge method of the queue to *Merge* or *Squash*.',
  groupFailed: (numbers: Text) => `${numbers} did not pass the gate`,
  groupPassed: (numbers: Text) => `${numbers} passed the gate`,
  holdsForCommit: 'It holds for this commit only: the gate judges the next push again.',
  resumedByMaintainer: (reopen: Text) => `${reopen}A maintainer resumes it with \`/tdd resume\`.`,
  whoMayRequire:
    'If the App is installed, an administrator comments `/tdd protect`, which names the App; otherwise runs',
  administratorProtects: 'An administrator comments `/tdd protect`, or runs',
  notRequiredOnBranch: (branch: Text, check: Text) =>
    `\`${branch}\` does not require the check \`${check}\`: GitHub merges without it`,
  requiredFromAnyApp: (branch: Text, check: Text) =>
    `\`${branch}\` requires \`${check}\` from any App: everyone with write access can set it`,
  mayBypass: (branch: Text, bypass: Text) => `these may merge into \`${branch}\` without the check: ${bypass}`,
  removeFromBypass: 'Remove them from the bypass list, or accept that they can.',
  deletable: (branch: Text) =>
    `everyone with write access can delete \`${branch}\` and re-create it from unproved commits`,
  protectBy: (command: Text) => `An administrator comments \`/tdd protect\`, or runs \`${command}\``,
  queueByLast: (branch: Text) =>
    `the merge queue of \`${branch}\` demands the check only of a group's last commit: GitHub merges failing ones with it`,
  setQueue:
    'An administrator sets the queue to require all its groups to pass: "Only merge non-failing pull requests" on, `ALLGREEN` in a ruleset.',
  bypassHidden: (branch: Text) => `GitHub does not show who may merge into \`${branch}\` without the check`,
  classicException: (who: Text) => `${who}: a classic protection may except administrators`,
  readAdministration:
    'Grant the App `administration: read`, or check the settings of the branch: "Do not allow bypassing the above settings".',
  rulesetHidden: (who: Text) => `${who}: GitHub shows the bypass list of a ruleset only to those who may change it`,
  writeAdministration: 'Grant the App `administration: write`, or check the settings: Rules, Rulesets, "Bypass list".',
  deletionHidden: (branch: Text) => `GitHub does not show whether writers can delete \`${branch}\``,
  readDeletion: 'Grant the App `administration: read`, or check the settings of the branch: "Allow deletions".',
  otherMergesAllowed: 'GitHub allows merges without squashing: RED commits then land on the branch',
  squashNotAllowed: 'GitHub does not allow squash merges: RED commits land on the branch',
  tooManyHeads: (count: Text, head: Text) => `More than ${count} pull requests have the head ${head}`,
  allMustHold: 'All of them would have to hold, and so many are not judged.',
  closeUnneeded: 'Close those that are not needed.',
  sharedHead: (number: Text, title: Text) => `#${number} has the same head and is not done: ${title}`,
  passedHere: (passed: Text, title: Text) => `${passed} here, but the check covers the commit: ${title}.`,
  closeOr: (number: Text, way: Text) => `Close #${number}, or ${way}.`,
  amendWithoutSkip: '`git commit --amend` without it (or a new commit), then push.',
  workflowChanged: 'The pull request changes `.github`, but only the workflow of its base may judge.',
  revertWorkflow:
    'Revert that change (`git checkout origin/<base> -- .github`), commit and push. Or merge it alone first: a maintainer lets it pass with `/tdd override <reason>`.',
  forksNeedApproval: 'Workflows of forks start when a writer approves them.',
  needsApproval: 'GitHub waits for a person to approve it.',
  approve: 'A writer: read the changes, then press "Approve and run workflows" on the pull request.',
  waitingForApproval: (name: Text, why: Text) => `${name} is waiting for approval. ${why}`,
  waitingForRun: (id: Text, head: Text) => `Waiting for run ${id} to judge ${head}`,
  runGoing: (name: Text) => `${name} has not ended yet; the App updates this check when it has.`,
  noEvidenceWorkflow: (id: Text) => `Run ${id} left no evidence: the pull request changes .github`,
  endedWorkflow: (name: Text, conclusion: Text, why: Text) => `${name} ended (${conclusion}) without evidence. ${why}`,
  endedWithout: (name: Text, conclusion: Text) =>
    `${name} ended (${conclusion}) without evidence: it failed before it could judge, or its artifact has expired.`,
  seeWhy: (view: Text, rerun: Text) => `See why with \`${view}\`, then \`${rerun}\`.`,
  mergeBase: (branch: Text) => `merge \`${branch}\` into the branch, and push.`,
  configInvalid: (branch: Text, what: Text) =>
    `The configuration on \`${branch}\`, which applies to this branch, is invalid: ${what}`,
  configFixed: (branch: Text, merge: Text) => `It is fixed on \`${branch}\`: ${merge}`,
  fixConfig: (branch: Text, merge: Text, alone: Text) => `Fix it on \`${branch}\`, then ${merge}${alone}`,
  notStarted: (head: Text) => `The workflow of tdd-gate did not start for ${head}`,
  skippedTitle: (skip: Text) => `No evidence: the commit message contains ${skip}`,
  skipped: (nothing: Text, skip: Text) => `${nothing}: its message contains \`${skip}\`, so GitHub starts no workflow.`,
  conflictTitle: 'No evidence: the branch conflicts with its base',
  conflict: (nothing: Text) => `${nothing}: GitHub starts no workflow while a pull request conflicts with its base.`,
  mergeOrRebase: 'Merge the base into the branch, or rebase it, and push.',
  changesWorkflow: (head: Text) => `No evidence for ${head}: the pull request changes .github`,
  checkWorkflow:
    'If it does not start within minutes, check that `.github/workflows/tdd-gate.yml` is on the base branch and Actions are enabled. Then push, or comment `/tdd recheck`.',
  overrideAlone: ' If this pull request fixes it: a maintainer lets it pass with `/tdd override <reason>`.',
  draft: 'It is a draft: the workflow may be configured to skip drafts.',
  filters: 'Filters of the workflow (`paths` or `branches`) may leave this pull request out.',
  forkApproval: 'It comes from a fork: a maintainer may have to approve the run.',
  forkDeletedTitle: 'No evidence: the fork was deleted',
  forkDeleted: (head: Text) =>
    `The fork of ${head} was deleted before the App stored its evidence. GitHub no longer shows which runs belong to it.`,
  openAgain:
    'The author pushes the commits to another branch or fork and opens a new pull request. Or a maintainer pushes the branch to this repository and opens one.',
} as const
