/** Sentences around a whole run: what it asks, and why a step did not happen. */
export const leadTexts = {
  noTerminal: 'no terminal is here to ask, so add `--no-confirm`',
  createBranch: (branch: string, base: string, task: string) =>
    `Create branch ${branch} from ${base} for task ${task}?`,
  continueOn: (branch: string, task: string) => `Continue on branch ${branch} with task ${task}?`,
  expand: (id: string, document: string) => `Task ${id} has no subtasks. Let the agent write them into ${document}?`,
  expandBy: (id: string, command: string) => `Task ${id} has no subtasks. The agent writes them with: ${command}`,
  nothingToExpand: (id: string) => `Task ${id} has subtasks: nothing is expanded.`,
  /** Why the subtasks of an agent are refused. */
  wrong: {
    document: 'the working tree does not have its document',
    title: 'the task has another title now',
    others: 'other tasks changed',
    none: 'the task has no subtasks',
    first: 'no subtask has the id 1',
  },
  stashed: (id: string) => `tdd-gate: subtasks of task ${id}`,
  putAside: (paths: string) =>
    `The first commit carries the plan. The changed list ${paths} is put aside: commit it on a branch of its own after git stash pop`,
  askApp: (task: string, issue: number) => `Ask the App to start task ${task} below issue ${issue}?`,
  openPull: (title: string, base: string) => `Open the pull request "${title}" for ${base}?`,
  install: (programs: string) => `Install ${programs}, or run the set-up command.`,
  linkInstead: (program: string) => `; no ${program}, so a link opens the pull request`,
}
