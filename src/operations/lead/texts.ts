/** Sentences around a whole run: what it asks, and why a step did not happen. */
export const leadTexts = {
  noTerminal: 'no terminal is here to ask, so add `--no-confirm`',
  createBranch: (branch: string, base: string, task: string) =>
    `Create branch ${branch} from ${base} for task ${task}?`,
  continueOn: (branch: string, task: string) => `Continue on branch ${branch} with task ${task}?`,
  askApp: (task: string, issue: number) => `Ask the App to start task ${task} below issue ${issue}?`,
  openPull: (title: string, base: string) => `Open the pull request "${title}" for ${base}?`,
  install: (programs: string) => `Install ${programs}, or run the set-up command.`,
  linkInstead: (program: string) => `; no ${program}, so a link opens the pull request`,
}
