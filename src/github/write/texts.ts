/** What the App says of what it wrote, or did not write. */

type Text = string | number

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
