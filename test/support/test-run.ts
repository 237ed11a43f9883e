/** Test runs for tests that render them, and a report format small enough to write by hand. */
import { EMPTY_RUN, type TestCase, type TestRun } from '../../src/core/model/test-run.ts'
import type { ReportTools } from '../../src/operations/report/report.ts'
import { type ParsedCase, ReportError, type ReportFormat } from '../../src/reports/format.ts'
import { readReport } from '../../src/test-runner/reports/read-report.ts'

export function testCase(part: Partial<TestCase>): TestCase {
  return {
    id: 'test/cart.test.ts > cart > adds',
    file: 'test/cart.test.ts',
    suite: ['cart'],
    name: 'adds',
    variant: null,
    nth: 1,
    outcome: 'passed',
    mark: null,
    failure: null,
    durationMs: 5,
    retries: 0,
    attempts: [],
    isVolatile: false,
    ...part,
  }
}

export function testRun(part: Partial<TestRun>): TestRun {
  return { ...EMPTY_RUN, format: 'junit', ...part }
}

export function failure(message: string): NonNullable<TestCase['failure']> {
  return {
    kind: 'assertion',
    message,
    type: 'AssertionError',
    stack: null,
    at: 'test/cart.test.ts',
    line: 7,
    missing: null,
  }
}

/** `outcome name` on each line. */
const words: ReportFormat = {
  about: 'Written by hand.',
  source: 'none',
  looksLike: (head) => /^(passed|failed|skipped) /.test(head),
  parse: (bytes) => {
    const text = new TextDecoder().decode(Buffer.concat([...bytes]))
    return { ...EMPTY_RUN, format: 'words', cases: text.trim().split('\n').map(toCase) }
  },
}

function toCase(line: string, index: number): ParsedCase {
  const [outcome, ...name] = line.split(' ')
  if (outcome !== 'passed' && outcome !== 'failed' && outcome !== 'skipped')
    throw new ReportError('no outcome', index + 1)
  return {
    ...testCase({ outcome, name: name.join(' '), suite: [] }),
    failure: outcome === 'failed' ? failure('no') : null,
  }
}

export const TOOLS: ReportTools = {
  formats: { tests: ['words'], coverage: [] },
  detect: (head) => (words.looksLike(head) ? { kind: 'tests', name: 'words' } : null),
  readTests: async (path) => readReport(path, () => words),
  readCoverage: async () => ({ reason: 'there is none' }),
  identify: (reports) =>
    testRun({
      format: [...new Set(reports.map(({ format }) => format))].join('+'),
      cases: reports.flatMap(({ cases }) =>
        cases.map((one) => testCase({ ...one, id: one.name, failure: one.failure && failure('no'), attempts: [] })),
      ),
      isComplete: reports.length > 0,
    }),
  mergeCoverage: async (reports) => [reports.map(({ coverage }) => coverage), { totals: {}, files: [] }],
  trackedPaths: async () => [],
}
