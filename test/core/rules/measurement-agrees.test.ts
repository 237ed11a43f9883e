import { measurementAgrees } from '../../../src/core/rules/measurement-agrees.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(measurementAgrees, [
  { title: 'a run whose report and exit code agree', evidence: getEvidence(), says: null },
  { title: 'nothing had to run', says: null },
  ...(['red', 'green', 'refactor', 'neutral', 'merge'] as const).map((phase) => ({
    title: `process.exit(0) inside a test at ${phase}: the report is missing`,
    phase,
    evidence: getEvidence({
      problems: [{ code: 'no-report', message: 'The command ended with 0 and wrote no report' }],
    }),
    says: 'The command ended with 0 and wrote no report',
    step: 'run `tdd-gate verify` again',
  })),
  {
    title: 'a base that no run could measure, perhaps because this machine lacks a dependency',
    evidence: getEvidence({ problems: [{ code: 'base', message: "No module named 'click'" }] }),
    says: "No module named 'click'",
    step: 'Install what is missing here, or set test.setup (how to install it) in .github/tdd-gate.yml.',
  },
  {
    title: 'a base whose suite takes longer than it may',
    evidence: getEvidence({ problems: [{ code: 'base', message: 'It was still running after its time limit.' }] }),
    says: 'It was still running after its time limit',
    step: 'If the suite needs longer, raise test.timeout there.',
  },
  {
    title: 'a suite that takes longer than it may',
    evidence: getEvidence({ problems: [{ code: 'timeout', message: 'It was still running after its time limit.' }] }),
    says: 'It was still running after its time limit',
    step: 'raise test.timeout in .github/tdd-gate.yml on the base branch',
  },
  {
    title: 'one of several suites whose set-up failed, whatever the commit changes',
    evidence: getEvidence({ problems: [{ code: 'setup', message: 'web: The set-up command `npm ci` failed.' }] }),
    says: 'web: The set-up command `npm ci` failed',
    step: 'Run it in a fresh clone to see why, or set another test.setup in .github/tdd-gate.yml.',
  },
  {
    title: 'one of several suites whose tool is missing here',
    evidence: getEvidence({ problems: [{ code: 'command', message: 'web: `mvn` is not installed here.' }] }),
    says: 'web: `mvn` is not installed here',
    step: 'Install it, or set test.setup',
  },
  {
    title: 'a problem that the commit shares with the one to compare with is reported once',
    evidence: getEvidence({
      problems: [
        { code: 'base', message: 'the base was not measured: web: `mvn` is not installed here.' },
        { code: 'command', message: 'web: `mvn` is not installed here.' },
        { code: 'crash', message: 'It died.' },
      ],
    }),
    says: 'the base was not measured: web: `mvn` is not installed here; it died',
    step: 'Install what is missing here',
  },
  {
    title: 'the same problem of several runs is reported once, as one sentence',
    evidence: getEvidence({
      problems: [
        { code: 'base', message: 'The report ends before its end.' },
        { code: 'incomplete-report', message: 'The report ends before its end.' },
        { code: 'crash', message: 'It died.' },
      ],
    }),
    says: 'The report ends before its end; it died',
    step: 'run `tdd-gate verify` again',
  },
  {
    title: 'a hook that rewrites outcomes after the tests: exit code against report',
    evidence: getEvidence({
      problems: [
        { code: 'unexplained-failure', message: 'The command ended with 1, yet every test passed' },
        { code: 'canary', message: 'A test that must fail passed' },
      ],
    }),
    says: 'The command ended with 1, yet every test passed; a test that must fail passed',
    step: 'exit with a code that fits the report',
  },
])
