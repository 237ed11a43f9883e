/** Sentences about what a reader assumes. */
export const whatIfTexts = {
  noRule: 'There is no such rule or level, so it was ignored.',
  noThreshold: 'A threshold is a metric and a whole number from 0 to 100, so it was ignored.',
  noCommit: 'The commit does not belong to the branch, so it was ignored.',
  tooLong: (most: number) => `The file has more than ${most} characters, so it was ignored.`,
  isMeasured: (rule: string) =>
    `Jobs decide by the level of ${rule} what they measure. A new run may find more than its evidence shows.`,
  busy: 'The App answers a limited number of simulations in a minute. Try again in a minute.',
  tooMany: (most: number) => `The branch has more than ${most} commits, so the App does not decide it again here.`,
  noEvidence: 'There is no valid evidence for the head, so nothing can be decided again.',
}
