/** What `doctor` finds. */

type Text = string | number | undefined

export const doctorTexts = {
  configLink: (link: Text) => `${link} is a symbolic link: tdd-gate does not read it and uses the defaults`,
  replaceLink: (link: Text) => `Replace ${link} with the file that it links to.`,
  noConfig: (path: Text) => `no ${path}: defaults and detection`,
  noConfigOnBase: (path: Text, base: Text) => `no ${path} on the base ${base}: defaults and detection`,
  appliesAfterMerge: (none: Text, path: Text) =>
    `${none}; the one of the working tree applies after the merge, or with: tdd-gate verify --config ${path}`,
  createRepository: (dir: Text) => `git init ${dir}, or name another folder with --repo`,
  completeConfig: (hint: Text) => `No test runner was detected. ${hint}Complete these lines, and remove each #.`,
  noRunner: 'No test runner is configured or detected.',
  configureTests: (path: Text) => `tdd-gate init, then configure in ${path} how tests run`,
  githubNotAsked: 'GitHub was not asked: the remote `origin` is not set, or names no repository of a host',
  compareNumber: "; compare that number with your App's: gh api apps/<its name> --jq .id",
  ownTestScripts: (folders: Text, first: Text) =>
    `${folders} have a test script of their own. If the command at the top does not run their tests, write a suite for each, with directory: ${first}`,
} as const
