/** The sentences of the Action: its inputs, its clone, and its output. */

type Text = string | number

export const actionTexts = {
  useKnownInputs: (inputs: Text) => `Remove it from \`with:\`, or use one of ${inputs}.`,
  noJob: (name: Text) => `${name} is not set: this does not run in a GitHub Actions job.`,
  inputTooLong: (name: Text, most: Text) => `The input ${name} is longer than ${most} characters.`,
  forbiddenCharacters: (name: Text) => `The input ${name} contains forbidden characters.`,
  tooManyFolders: (most: Text) => `The input recordings names more than ${most} folders.`,
  noShard: (text: Text, most: Text) => `The input shard is ${text}, not a number from 1 to ${most}.`,
  nameFolders: 'Name the run folders of the measure steps: recordings: <folder>',
  measuredNotAccepted: (mode: Text) => `mode: ${mode} does not accept \`measured\`.`,
  measureOnly: 'mode: measure runs test code and publishes nothing.',
  givePublish: 'Give `publish: true` to mode: judge or mode: gate.',
  giveToken: 'Write token: ${{ github.token }} and grant checks: write.',
  changeBase: 'change the base of the pull request to an existing branch',
  splitBranch: 'Split the branch: let its first commits be merged first, then the others.',
  nothingToJudge: (head: Text, base: Text) =>
    `The branch ${head} has no commit that ${base} lacks: there is nothing to judge.`,
  pushFailingTest: 'Push a commit to the branch: a failing test first.',
  noSharedHistory: (head: Text, base: Text) => `The branch ${head} and its base ${base} share no history.`,
  rebaseOntoBase:
    'Rebase its commits onto the base and push them: `git rebase --onto origin/<base branch> --root`; or choose another base branch for the pull request.',
  commitGone: (base: Text) => `A commit of this event no longer exists, perhaps because someone force-pushed ${base}.`,
  pushAgain: (otherwise: Text) => `Push the branch again; if its base is gone, ${otherwise}.`,
  unknownLine: (line: Text) => `The input measured has a line that no measuring step writes: ${line}.`,
  shardTwice: (shard: Text) => `The input measured has two lines for shard ${shard}.`,
  oneConcluded: (judged: Text, worse: Text) =>
    `The recording shows ${judged}, but the job that measured it concluded ${worse}.`,
  someFailed: (judged: Text) => `The recordings show ${judged}, but a job that measured them failed.`,
  survivors: (processes: Text) => `Processes that tests had left running were ended: ${processes}.`,
  noRecording: (folder: Text) => `There is no recording in ${folder}: the measuring job wrote none.`,
  stillMissing: (why: Text) => `Commits are still missing: ${why}`,
  notOnRemote: (branch: Text, url: Text) => `the base branch ${branch} is not on ${url}`,
  notFetched: (base: Text, head: Text, url: Text) => `${base} and ${head} cannot be fetched from ${url}`,
  historyMissing: (what: Text, note: Text) => `History is missing: ${what}${note}`,
  unknownWorkflow: 'GITHUB_WORKFLOW_REF does not say which workflow this is',
  earlierNotUsed: (why: Text) => `Evidence of earlier runs is not used, everything is measured: ${why}.`,
  noIdToken: 'This job cannot request a token from GitHub: id-token: write is not granted.',
  onlyMeasures: 'This job only measures: the judge reads what it recorded, and decides.',
  folderNotWritten: (why: Text) => `Cannot write the run folder: ${why}`,
  eventNotRead: (path: Text, why: Text) => `The event in GITHUB_EVENT_PATH (${path}) cannot be read: ${why}`,
  eventTooLarge: (most: Text) => `it has more than ${most} bytes`,
  noRun: 'GITHUB_RUN_ID and GITHUB_RUN_ATTEMPT do not name a run.',
} as const
