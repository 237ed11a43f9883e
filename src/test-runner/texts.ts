/** What the gate says of a run: its reports, its canary, its set-up, its isolation. */

type Text = string | number

export const runTexts = {
  tooManyLines: (most: Text) => `there are more lines than the limit of ${most}.`,
  lineTooLong: (most: Text) => `it is longer than the limit of ${most} bytes.`,
  fileTooLong: (most: Text) => `here the file passes the limit of ${most} bytes.`,
  unendedLine: 'it has no line end: its writer was stopped.',
  committedReport: (name: Text) =>
    `${name} is a file of the commit, so it cannot be a report of this run; narrow the glob.`,
  tooManyReports: (most: Text) => `There are more than ${most} reports.`,
  staleReport: (name: Text) => `${name} is older than the run that should have written it.`,
  overwritten: (name: Text, test: Text) =>
    `${name} was overwritten during the run, and the result of ${test} is lost: give each program that the command starts a report of its own, such as {reports}/a.xml and {reports}/b.xml, or a loop {reports}/$name.xml.`,
  tooSlow: (most: Text) => `reading it takes longer than the limit of ${most} ms.`,
  tooMuchMemory: (most: Text) => `reading it takes more memory than the limit of ${most} MB.`,
  notRead: (why: Text) => `cannot read it: ${why}.`,
  readerEnded: (code: Text) => `its reader ended with code ${code}.`,
  reportTooLarge: (size: Text, most: Text) => `it has ${size} bytes, more than the limit of ${most}.`,
  noSetUp:
    'There is no set-up command, so the tests used the node_modules, virtual environment or vendor of your working tree as they are.',
  noCoverage: (globs: Text) => `The suite passed without writing coverage: no file matches ${globs}.`,
  ambiguousCoverage: (paths: Text) =>
    `Coverage of ${paths} is not measured: the path may be several files. Let each package write its report into its own folder, or be a suite of its own.`,
  noSubmodule: (paths: Text) =>
    `The files of the submodule ${paths} are not there: no submodule is checked out. Fetch them in \`test.setup\`, or keep them in the repository.`,
  lfsPointer: (paths: Text) =>
    `Git LFS has the content of ${paths || 'a file'}, and the commit has a pointer only. Fetch it in \`test.setup\`, or keep it in the repository.`,
  withoutCredentials: (names: Text) =>
    `Tests get ${names} without the user and the password; only the set-up gets them. A test that needs them: name the variable in \`test.env\`.`,
  setUpOfTree: (globs: readonly string[]) =>
    `The set-up may read any file, so it runs anew for every tree. Name all that it reads under \`test\`, for example \`inputs: ${JSON.stringify(globs)}\`: then it runs once for the same files.`,
  noNamespaces: 'neither bubblewrap nor unshare can create them here',
  noSpace: (command: Text) => `No space left on the disk for \`${command}\`.`,
  noCanary: (command: Text) => `No canary ran for \`${command}\`: it is no command of a known runner with {files}.`,
  canaryNotReported: (path: Text, result: Text) =>
    `A test that always passes and one that always fails, put at ${path}, were not reported as such: ${result}.`,
  canarySilent: (path: Text, result: Text) =>
    `A test that must fail, appended to ${path}, ${result} in the run with the drivers. Something in this commit changes what tests mean.`,
} as const
