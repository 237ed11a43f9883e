/** Reads Jest's `--json`. */
import type { ReportFormat } from '../format.ts'
import { getHeader, parseJestLike, type Statuses } from './jest-like.ts'

const STATUSES: Statuses = new Map([
  ['passed', ['passed', null]],
  ['failed', ['errored', null]],
  ['pending', ['skipped', null]],
  ['skipped', ['skipped', null]],
  ['disabled', ['skipped', null]],
  ['todo', ['skipped', 'todo']],
])

export const jestJson: ReportFormat = {
  about: 'jest `--json`: with load errors, tries and expected failures',
  source: 'https://jestjs.io/docs/cli#--json',
  limits:
    'messages of failed retries, unless Jest logs errors before a retry; the suite of a hook that failed after its tests',
  looksLike: (head) => getHeader(head).includes('"numRuntimeErrorTestSuites"'),
  parse: (bytes) => parseJestLike(bytes, 'jest-json', STATUSES),
}
