/** Creates links to GitHub's pages for the files and tests of a finding. */
import { createHash } from 'node:crypto'
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { lineIn, plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

/** Characters that `encodeURIComponent` keeps but a link must not contain. */
const LEFT = /[!'()*]/g
/** `[variant] file > suite > name`. A part with a backslash is not a path. */
const FILE_OF_TEST = /^(?:\[[^\]\\]*\] )?(?<file>[^\\]+?) > /
const UNKNOWN_FILE = '?'

/** Returns an address in the repository of the report; empty where it is unknown. */
export function commitAddress({ repositoryUrl }: Pick<RunReport, 'repositoryUrl'>, sha: Sha): string {
  return repositoryUrl === '' ? '' : `${repositoryUrl}/commit/${sha}`
}

/** Returns the address of a file that a finding names, at the first of its lines. */
export function fileAddress(
  report: Pick<RunReport, 'repositoryUrl'>,
  sha: Sha,
  path: string,
  finding: Pick<Finding, 'lines'>,
): string {
  return getAddress(report, sha, { path, ...getRange(finding, path) })
}

interface Lines {
  /** The first one; null where the whole file is meant. */
  readonly line: number | null
  /** Present where more than one line is meant. */
  readonly lastLine?: number
}

/** Returns the first lines of the finding in this file. */
export function getRange({ lines = [] }: Pick<Finding, 'lines'>, path: string): Lines {
  const range = lines.find((one) => one.path === path)
  if (range === undefined) return { line: null }
  return { line: range.first, ...(range.last > range.first ? { lastLine: range.last } : {}) }
}

/** Returns the address of the failure, or of the file of a test that did not fail. */
export function testAddress(report: Pick<RunReport, 'repositoryUrl' | 'failing'>, sha: Sha, id: TestId): string {
  const failed = report.failing?.get(sha)?.find((test) => test.id === id)
  const path = failed ? (failed.at ?? failed.file) : (FILE_OF_TEST.exec(id)?.groups?.['file'] ?? null)
  return path === null || path === UNKNOWN_FILE ? '' : getAddress(report, sha, { path, line: getLine(failed, path) })
}

function getLine(failed: FailingTest | undefined, path: string): number | null {
  return failed === undefined ? null : (failed.line ?? lineIn(failed.message, path))
}

/**
 * Returns the address. A file with a known line exists. Any other may have been deleted, so the link leads to the
 * commit's page. There GitHub anchors a file by the SHA-256 of its path.
 */
function getAddress(
  report: Pick<RunReport, 'repositoryUrl'>,
  sha: Sha,
  { path, line, lastLine }: Lines & { readonly path: string },
): string {
  if (report.repositoryUrl === '' || !isPlainPath(path)) return ''
  const at = lastLine === undefined ? `L${line}` : `L${line}-L${lastLine}`
  if (line !== null) return `${report.repositoryUrl}/blob/${sha}/${path.split('/').map(encoded).join('/')}#${at}`
  return `${commitAddress(report, sha)}#diff-${createHash('sha256').update(path).digest('hex')}`
}

function encoded(part: string): string {
  return encodeURIComponent(part).replace(LEFT, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Accepts paths inside of the tree that need no escaping. */
export function isPlainPath(path: string): boolean {
  return path !== '' && plain(path) === path && !path.startsWith('/') && !path.split('/').includes('..')
}
