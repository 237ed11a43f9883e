/** Where on GitHub's own pages stands what a finding names. */
import { createHash } from 'node:crypto'
import type { Sha } from '../../core/model/commit.ts'
import type { FailingTest } from '../../core/model/evidence.ts'
import type { TestId } from '../../core/model/test-run.ts'
import { lineIn, plain } from '../text/text.ts'
import type { RunReport } from './run-report.ts'

/** What a link must not hold, and `encodeURIComponent` leaves. */
const LEFT = /[!'()*]/g
/** `[variant] file > suite > name`; a part with a backslash is no path as it stands. */
const FILE_OF_TEST = /^(?:\[[^\]\\]*\] )?(?<file>[^\\]+?) > /
const UNKNOWN_FILE = '?'

/** An address in the repository of the report; empty where there is none. */
export function commitAddress({ repositoryUrl }: Pick<RunReport, 'repositoryUrl'>, sha: Sha): string {
  return repositoryUrl === '' ? '' : `${repositoryUrl}/commit/${sha}`
}

/** @param said what may name the line, as `path:12` */
export function fileAddress(report: Pick<RunReport, 'repositoryUrl'>, sha: Sha, path: string, said: string): string {
  return getAddress(report, sha, { path, line: lineIn(said, path) })
}

/** Where it failed; of a test that did not, its file. */
export function testAddress(report: Pick<RunReport, 'repositoryUrl' | 'failing'>, sha: Sha, id: TestId): string {
  const failed = report.failing?.get(sha)?.find((test) => test.id === id)
  const path = failed ? (failed.at ?? failed.file) : (FILE_OF_TEST.exec(id)?.groups?.['file'] ?? null)
  return path === null || path === UNKNOWN_FILE ? '' : getAddress(report, sha, { path, line: getLine(failed, path) })
}

function getLine(failed: FailingTest | undefined, path: string): number | null {
  return failed === undefined ? null : (failed.line ?? lineIn(failed.message, path))
}

/**
 * What a line is known of is there; anything else may have been deleted, and the page of the commit shows either way what
 * became of it. GitHub anchors a file there by the SHA-256 of its path.
 */
function getAddress(
  report: Pick<RunReport, 'repositoryUrl'>,
  sha: Sha,
  { path, line }: { readonly path: string; readonly line: number | null },
): string {
  if (report.repositoryUrl === '' || !isPlainPath(path)) return ''
  if (line !== null) return `${report.repositoryUrl}/blob/${sha}/${path.split('/').map(encoded).join('/')}#L${line}`
  return `${commitAddress(report, sha)}#diff-${createHash('sha256').update(path).digest('hex')}`
}

function encoded(part: string): string {
  return encodeURIComponent(part).replace(LEFT, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** A path that says what it is: inside the tree, and the same when it is made harmless. */
export function isPlainPath(path: string): boolean {
  return path !== '' && plain(path) === path && !path.startsWith('/') && !path.split('/').includes('..')
}
