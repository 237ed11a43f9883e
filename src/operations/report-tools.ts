/** The registries of `reports`, as the report command asks for them. */
import { runGit } from '../measure/git.ts'
import { detectFormat } from '../reports/detect.ts'
import { identify, treeOf } from '../reports/identity.ts'
import { reportFormats } from '../reports/index.ts'
import type { ReportTools } from './report.ts'

export const reportTools: ReportTools = {
  formats: reportFormats,
  detect: detectFormat,
  identify: (reports, paths) => identify(reports, treeOf(paths)),
  trackedPaths,
}

/** Outside of a repository there are none, and reports keep their own words for files. */
async function trackedPaths(dir: string): Promise<readonly string[]> {
  const { code, stdout } = await runGit(dir, ['ls-files', '-z', '--full-name', ':/'], {
    env: { GIT_LITERAL_PATHSPECS: undefined },
  })
  return code === 0 ? stdout.toString().split('\0').slice(0, -1) : []
}
