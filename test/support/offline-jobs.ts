/** Jobs through the bundle with no API to ask: measured, in shards or not, and judged by what was uploaded. */
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Remote, serve } from '../action/remote.ts'
import { pullRequest } from '../action/steps.ts'
import type { Branch } from './branch.ts'
import { bundledAction } from './bundle.ts'
import { type JobEnd, toJobEnd } from './job-end.ts'
import { getMeasured, type MeasuredFolder } from './recording-digests.ts'
import { runAction, type Step } from './runner.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** No server listens there, and without a token nothing asks. */
const NO_API = 'http://127.0.0.1:9'

export interface OfflineJobs {
  readonly run: (mode: 'gate' | 'measure' | 'judge', more?: Partial<Step>) => Promise<JobEnd>
  /** Measured in so many jobs, at once; gives their run folders too. */
  readonly runShards: (count: number) => Promise<readonly JobEnd[]>
  readonly judge: (measured: readonly MeasuredFolder[]) => Promise<JobEnd>
}

/** The branch as a pull request into main, on a server of its own. */
export async function openOfflineJobs(branch: Branch): Promise<OfflineJobs> {
  const action = await bundledAction()
  const [base, head] = [await branch.repo.git('rev-parse', 'main'), await branch.repo.git('rev-parse', 'work')]
  const remote = serve(branch.repo)
  const run: OfflineJobs['run'] = (mode, more = {}) =>
    runJob(remote, {
      action,
      event: pullRequest(base, head),
      ...more,
      with: { mode, token: '', ...more.with },
    })
  return {
    run,
    runShards: (count) =>
      Promise.all(Array.from({ length: count }, (_, n) => run('measure', { with: { shard: String(n + 1) } }))),
    judge: (measured) => {
      const recordings = measured.map(({ folder }) => folder).join('\n')
      return run('judge', { with: { recordings, measured: getMeasured(measured) } })
    },
  }
}

async function runJob(remote: Remote, step: Step): Promise<JobEnd> {
  const workspace = remote.clone('--branch', 'work')
  // Lent to projects that install nothing themselves.
  symlinkSync(join(ROOT, 'node_modules'), join(workspace, 'node_modules'))
  const env = { GITHUB_SERVER_URL: remote.serverUrl, GITHUB_API_URL: NO_API, ...step.env }
  return toJobEnd(await runAction({ workspace, ...step, env }))
}

/** `red 1.1 accepted`, one a commit. */
export function getVerdicts({ read }: Pick<JobEnd, 'read'>): readonly string[] {
  const lines = read('commits.txt').split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t').slice(1, 4).join(' '))
}
