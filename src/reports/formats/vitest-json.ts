/** Reads Vitest's `--reporter=json`. */
import type { ReportFormat } from '../format.ts'
import { getHeader, parseJestLike, type Statuses } from './jest-like.ts'

/** Vitest writes `run` and `queued` as `pending`: a test that is pending at the end did not finish. */
const STATUSES: Statuses = new Map([
  ['passed', ['passed', null]],
  ['failed', ['errored', null]],
  ['skipped', ['skipped', null]],
  ['disabled', ['skipped', null]],
  ['pending', ['skipped', 'not-run']],
  ['todo', ['skipped', 'todo']],
])

export const vitestJson: ReportFormat = {
  about: 'vitest `--reporter=json`: with load errors, failing hooks and tries',
  source: 'https://vitest.dev/guide/reporters.html#json-reporter',
  limits:
    'an expected failure (it passes); the message of a failed hook; an unhandled error outside tests (only the exit code of the command shows it)',
  looksLike: (head) => getHeader(head) !== '' && !getHeader(head).includes('"numRuntimeErrorTestSuites"'),
  parse: (bytes) => parseJestLike(bytes, 'vitest-json', STATUSES),
}
