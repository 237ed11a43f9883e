/** What readers of reports say of a report: limits, contradictions, and what is missing. */
import { count } from '../core/util/count.ts'

type Text = string | number | undefined

export const reportTexts = {
  ambiguousFile: (word: Text) => `\`${word}\` fits more than one tracked file, so its tests belong to none`,
  inManyReports: (tests: Text, ids: Text) => `${tests} in more than one report; the worse outcome counts: ${ids}`,
  contradiction: (test: Text, one: Text, first: Text, other: Text, second: Text) =>
    `${test}: ${first} says ${one}, ${second} says ${other}; the worse outcome counts`,
  moreContradictions: (more: number) => `${count(more, 'more test')} that two reports tell otherwise`,
  lineTooLong: (most: Text) => `a line is longer than the limit of ${most} bytes`,
  fileTooLarge: (most: Text) => `the report is larger than limit fileBytes (${most})`,
  unknownEncoding: (label: Text) =>
    `the report declares the encoding «${label}», which is unknown; it was read as UTF-8`,
  invalidUtf8: 'bytes that are not valid UTF-8 were replaced',
  noTestReport: (name: Text) => `the report holds <${name}>, no test report`,
  otherFormat: (test: Text, name: Text) =>
    `it holds no <${test}> but <${name}>, which this format does not have: it is of another format`,
  tooManyElements: (most: Text) => `a test has more elements than the limit of ${most}`,
  textOutside: 'the reader ignored text outside the document',
  manyDocuments: 'the report holds more than one document',
  elementsTooDeep: (most: Text) => `elements are nested deeper than limit depth (${most})`,
  tooManyAttributes: (name: Text, most: Text) => `<${name}> has more attributes than limit attributes (${most})`,
  endsInComment: 'the report ends inside a comment or section',
  endsInTag: 'the report ends inside a tag',
  endsInElement: (name: Text) => `the report ends inside <${name}>`,
  numberTwice: (number: Text) => `the number ${number} is used twice: a test may be missing`,
  numberBeyond: (number: Text, count: Text) => `the number ${number} is beyond the ${count} tests of the plan`,
  planDiffers: (planned: Text, held: Text) => `the plan says ${planned} tests, the report holds ${held}`,
  streamWithoutPlan: (streams: Text) => `the last of ${streams} streams has no plan`,
  secondPlan: 'a second plan says something else than the first',
  tooManyTests: (most: Text) => `the report has more tests than limit tests (${most})`,
  tooDeep: (most: Text) => `nested deeper than the limit of ${most}`,
  subtestPlanDiffers: (planned: Text, held: Text) => `the plan of a subtest says ${planned} tests, it holds ${held}`,
  hookFailed: 'a hook failed; the report does not say why',
  endedSilently: (code: Text) => `the file ended with exit code ${code} and without a message`,
  suiteFailedSilently: 'the report says that this suite failed, but shows no failure in it',
  firstLineOnly: (most: Text) => `failures after limit keptText (${most}) keep their first line only`,
  suiteCancelled: (why: Text) => `the tests of this suite were cancelled: ${why}`,
  notANumber: (name: Text, text: Text) => `the report claims ${name}="${text}", which is no number`,
  failuresDiffer: (claimed: Text, shown: Text) => `the report claims ${claimed}, its elements show ${shown}`,
  testsDiffer: (claimed: Text, shown: Text) => `the report claims ${claimed}, its elements are ${shown}`,
  packagesFailed: (packages: Text) =>
    `the report says that ${packages} failed without a test of theirs, and does not name them`,
  notKnownToPass: (word: Text) => `the report says ${word}, which is not known to be a pass`,
  testCancelled: (why: Text) => `the test was cancelled: ${why}`,
  endsEarly: (characters: Text) => `it ends too early (character ${characters})`,
  lineEndsEarly: (line: Text) => `line ${line} ends too early: the report was cut there`,
  badLine: (line: Text) => `line ${line} holds an event that cannot be read: something else was written into it`,
  unknownStatus: (word: Text) => `the report says ${word}, which is no known status`,
  runFailedSilently: 'The runner reports a failed run, but its report contains no failure.',
  headerDiffers: (counted: Text, what: Text, held: Text) =>
    `the header counts ${counted} ${what}, the report holds ${held}`,
  jsonTooDeep: (most: Text) => `nested deeper than limit depth (${most})`,
  keyTwice: (key: Text) => `the key «${key}» stands twice in one object`,
  hiddenParts: (number: number, noun: string, parts: Text) =>
    `the report claims ${count(number, noun)} that none of its ${parts} shows`,
  saysNoMore: (text: Text) => `the report says «${text}» and no more`,
  endedOtherwise: (tests: Text, how: Text) => `${tests} ended ${how}: neither passed nor failed`,
  runFailedWithoutTest: 'the report says that the run failed, but shows no failure',
  pathTooLong: (most: Text) => `a path is longer than limit pathCharacters (${most})`,
  tooManyFiles: (most: Text) => `more files than limit coverageFiles (${most})`,
  impossibleLines: (path: Text) => `${path}: the reader ignored line numbers that no file has`,
  countTooLarge: (most: Text) => `a count is larger than limit coverageEntries (${most})`,
  moreThanAll: (covered: Text, total: Text) => `${covered} of ${total} are covered: more than there are`,
  halfMetric: (path: Text, metric: Text) => `«${path}» counts one half of its ${metric}`,
  tooManyEntries: (most: Text) => `more lines, branches, functions and statements than limit coverageEntries (${most})`,
  coverageHeaderDiffers: (of: Text, claimed: Text, what: Text, counted: Text) =>
    `${of}: its header says ${claimed} ${what}, ${counted} are listed`,
  noRoot: (root: Text, of: Text) => `the report holds no <${root}> of ${of}`,
  linesSkipped: (path: Text, why: Text) => `${path} ${why}: its lines are not looked at`,
  tooManySpans: (most: Text) => `blocks span more lines than limit spannedLines (${most})`,
  segmentsOutOfOrder: (path: Text, most: Text) =>
    `segments of ${path} are out of order or beyond limit sourceLine (${most})`,
} as const
