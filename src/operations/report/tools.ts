/** Binds the report readers for the report command: reads large files in a thread, within limits. */
import type { Coverage } from '../../core/model/coverage.ts'
import { runGit } from '../../git/git.ts'
import { resolveCoveragePaths } from '../../reports/coverage/coverage.ts'
import { detectCoverage, detectFormat } from '../../reports/detect.ts'
import { isLarge, type TestReport } from '../../reports/format.ts'
import { identify, identifyLarge, treeOf } from '../../reports/identity.ts'
import { coverageFormats, reportFormats } from '../../reports/index.ts'
import { LARGE_REPORT_BYTES, readLargeReport, WORKER_LIMITS } from '../../test-runner/reports/read-large-report.ts'
import { readFile } from '../../test-runner/reports/read-reports.ts'
import { coverageReader, testsReader } from '../../test-runner/reports/readers.ts'
import type { FoundFormat, ReadOptions, ReportTools } from './report.ts'

/**
 * Binds the readers.
 * @param above bytes of a file from which on a thread reads it
 * @param limits of that thread
 */
export function readersWithin(
  limits = WORKER_LIMITS,
  above = LARGE_REPORT_BYTES,
): Pick<ReportTools, 'readTests' | 'readCoverage'> {
  const within = (kind: 'tests' | 'coverage', { format, signal }: ReadOptions) => ({
    above,
    read: <T>(path: string) =>
      readLargeReport<T>(
        path,
        { kind, fallback: null, ...(format === undefined ? {} : { format }) },
        { limits, signal },
      ),
  })
  return {
    readTests: (path, options) =>
      readFile<TestReport>(path, { detect: testsReader(options), large: within('tests', options) }),
    readCoverage: (path, options) =>
      readFile<Coverage>(path, { detect: coverageReader(options), large: within('coverage', options) }),
  }
}

export const reportTools: ReportTools = {
  ...readersWithin(),
  formats: { tests: Object.keys(reportFormats), coverage: Object.keys(coverageFormats) },
  detect,
  identify: (reports, paths) => {
    const [first, ...more] = reports
    const isOneLarge = first !== undefined && more.length === 0 && isLarge(first)
    return isOneLarge ? identifyLarge(first, treeOf(paths)) : identify(reports, treeOf(paths))
  },
  resolveCoverage: (coverage, paths) =>
    paths.length === 0 ? coverage : resolveCoveragePaths(coverage, treeOf(paths), 'kept'),
  trackedPaths,
}

function detect(head: string): FoundFormat | null {
  const tests = detectFormat(head)
  if (tests !== null) return { kind: 'tests', name: tests }
  const coverage = detectCoverage(head)
  return coverage === null ? null : { kind: 'coverage', name: coverage }
}

/** Lists tracked paths and new files. Outside of a repository it returns none, and reports keep their own paths. */
async function trackedPaths(dir: string): Promise<readonly string[]> {
  const arguments_ = ['ls-files', '-z', '--full-name', '--cached', '--others', '--exclude-standard', ':/']
  const { code, stdout } = await runGit(dir, arguments_, {
    env: { GIT_LITERAL_PATHSPECS: undefined },
  })
  return code === 0 ? stdout.toString().split('\0').slice(0, -1) : []
}
