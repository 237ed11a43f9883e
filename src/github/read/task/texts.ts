/** What the App says of a task: what it waits for, and why it cannot start. */

type Text = string | number

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
