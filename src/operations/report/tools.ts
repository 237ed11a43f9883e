/** Binds the report readers for the report command: reads large files in a thread, within limits. */
import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative } from 'node:path'
import type { Coverage } from '../../core/model/coverage.ts'
import { runGit } from '../../git/git.ts'
import { listAll, mergeCoverage, placeOnly, resolveCoveragePaths } from '../../reports/coverage/coverage.ts'
import { type CoveragePlace, placeOf } from '../../reports/coverage/place.ts'
import { detectCoverage, detectFormat } from '../../reports/detect.ts'
import type { TestReport } from '../../reports/format.ts'
import { identify, treeOf } from '../../reports/identity.ts'
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
  identify: (reports, paths) => identify(reports, treeOf(paths)),
  mergeCoverage: async (reports, { paths, cwd }) => {
    if (reports.length === 0) return [[], { totals: {}, files: [] }]
    const top = (paths.length === 0 ? null : await topFolder(cwd)) ?? realpathSync(cwd)
    const tree = treeOf(paths)
    const each = reports.map(({ coverage, path }) => {
      const place = toPlace(realpathSync(path), { top, cwd: realpathSync(cwd) })
      return paths.length === 0 ? placeOnly(coverage, place) : resolveCoveragePaths(coverage, tree, place)
    })
    return [each.map(listAll), listAll(mergeCoverage(each))]
  },
  trackedPaths,
}

function detect(head: string): FoundFormat | null {
  const tests = detectFormat(head)
  if (tests !== null) return { kind: 'tests', name: tests }
  const coverage = detectCoverage(head)
  return coverage === null ? null : { kind: 'coverage', name: coverage }
}

/** A report from elsewhere is named by its path from the folder in which the command runs. */
function toPlace(path: string, { top, cwd }: { readonly top: string; readonly cwd: string }): CoveragePlace {
  const name = getInside(top, path)
  const directory = name === null ? (getInside(top, cwd) ?? '') : ''
  return placeOf({ name, directory, checkouts: [top], outside: dirname(path) })
}

/** Returns the path below a folder; null outside of it. */
function getInside(folder: string, path: string): string | null {
  const below = relative(folder, path)
  return below === '..' || /^\.\.[\\/]/.test(below) || isAbsolute(below) ? null : below
}

async function topFolder(dir: string): Promise<string | null> {
  const { code, stdout } = await runGit(dir, ['rev-parse', '--path-format=absolute', '--show-toplevel'])
  return code === 0 ? stdout.toString().replace(/\n$/, '') : null
}

/** Lists tracked paths and new files. Outside of a repository it returns none, and reports keep their own paths. */
async function trackedPaths(dir: string): Promise<readonly string[]> {
  const arguments_ = ['ls-files', '-z', '--full-name', '--cached', '--others', '--exclude-standard', ':/']
  const { code, stdout } = await runGit(dir, arguments_, {
    env: { GIT_LITERAL_PATHSPECS: undefined },
  })
  return code === 0 ? stdout.toString().split('\0').slice(0, -1) : []
}
