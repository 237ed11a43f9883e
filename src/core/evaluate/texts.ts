/** The sentences of the next step. */

type Text = string | number

export const nextTexts = {
  notMeasured: (where: Text, verify: Text) => `${where} was not measured. Run \`${verify}\`.`,
  triesRepairs: (verify: Text) =>
    `In a clone with the branch, \`${verify}\` tries repairs on a copy, and prints the commands of a repair that passes, or says what to do by hand. Paste them, then force-push the branch.`,
  failedAttempts: (count: Text, attempts: Text) => `${count} ${attempts} failed: the task is paused.`,
  smallerTest: (failed: Text) =>
    `${failed} Replace the test with a smaller one that has its own name, or ask a maintainer.`,
  backToRed: (failed: Text) =>
    `${failed} Go back to the RED commit and start with a smaller test of another name, or ask a maintainer.`,
  revertSkippedTitle: (id: Text) => `Revert the tests of skipped subtask ${id}`,
  revertSkipped: (id: Text, red: Text) =>
    `Subtask ${id} was skipped, but its tests still fail: revert its RED commit ${red}.`,
  refactor: 'The policy demands a REFACTOR commit: improve the code, and keep every test unchanged and green.',
  paused: 'Push nothing until a maintainer comments `/tdd resume`.',
  aborted: 'The task has ended; a maintainer can continue it with `/tdd resume`.',
  makePass:
    'Write the least production code that makes the RED tests pass. Keep all other tests green. Leave test and harness files exactly as they are.',
  writeTest:
    'Write tests for behaviour that does not exist yet. Each must fail by its assertion, or because what it calls does not exist. Change test files alone.',
} as const
