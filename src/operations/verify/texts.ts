/** The notes of a judgement: where plan and configuration come from, and what was left out. */

type Text = string | number

export const verifyTexts = {
  taskFromBranch: (id: Text) => `Task ${id} comes from the name of the branch`,
  otherPlan: (path: Text) => `${path} differs from the plan of the base branch: check it.`,
  leftOut: (titles: Text) => `Done according to the document, and left out: ${titles}.`,
  waitsFor: (id: Text, tasks: Text) => `Task ${id} waits for tasks that are not done: ${tasks}.`,
  severalTasks: (note: Text, count: Text, names: Text) =>
    `${note}, and is the id of ${count} tasks: ${names}. Name one with \`--task\`.`,
  planOfBaseCounts: (id: Text) =>
    `The plan in the first commit demands less of task ${id} than the base does: the plan of the base counts.`,
  testsFromHead: 'The base has no tests yet: the test command comes from the head.',
  planFromBranch: (id: Text) => `The plan of task ${id} comes from the first commit of the branch.`,
  configDiffers: (path: Text) => `${path} differs on this branch; the change applies after the merge`,
  configIsNew: (path: Text) =>
    `${path} is not on the base yet, so it does not apply; to use it now: tdd-gate verify --config ${path}`,
  configInvalid: (path: Text, mistakes: Text) =>
    `${path} of this branch is invalid, and would block every judgement after the merge: ${mistakes}`,
  baselineNotMeasured: (commit: Text) => `the commit to compare with (${commit}) was not measured`,
  codeOver: (head: Text, base: Text) => `the code of ${head} over ${base}`,
  testsOver: (head: Text, base: Text) => `the tests of ${head} over ${base}`,
  rebaseStopped: (command: Text) =>
    `A rebase stopped here, so later commits are not judged. It goes on with \`${command}\``,
  decidedHere: (named: Text) => `Decided on this machine, and counted by \`tdd-gate status\`, not here: ${named}`,
  leftAlone: (files: Text, named: Text) => `paths.docs leaves ${files} alone: ${named}`,
  mayBeRead: (named: Text, areMany: boolean) =>
    `A runner may read ${named}: take ${areMany ? 'them' : 'it'} out of paths.docs unless nothing does.`,
  withoutTrials:
    'No trial was made: nothing shows whether the tests demand this code. Judge without --fast before others rely on it.',
} as const
