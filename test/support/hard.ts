/** Jobs through the bundle for the hard cases: measured, in shards or not, and judged by what was uploaded. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { build } from '../../scripts/build.ts'
import { type Remote, serve } from '../action/remote.ts'
import { pullRequest } from '../action/steps.ts'
import type { Branch } from './branch.ts'
import { runAction, type Step, type StepEnd } from './runner.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Nothing listens there, and without a token nobody asks. */
const NO_API = 'http://127.0.0.1:9'

export interface Ran extends StepEnd {
  /** The run folder. */
  readonly folder: string
  readonly read: (path: string) => string
}

export interface Jobs {
  readonly run: (mode: 'gate' | 'measure' | 'judge', more?: Partial<Step>) => Promise<Ran>
  /** Measured in so many jobs, at once; gives their run folders too. */
  readonly runShards: (count: number) => Promise<readonly Ran[]>
  readonly judge: (measured: readonly Pick<Ran, 'folder'>[]) => Promise<Ran>
}

/** The action as releases hold it, built once for a test file; gone at its end. */
export function useBundle(): () => string {
  let folder = ''
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-hard-')))
    await build(ROOT, join(folder, 'dist'))
    mkdirSync(join(folder, 'src/action'), { recursive: true })
    for (const part of ['action.yml', 'src/action/launch.mjs']) cpSync(join(ROOT, part), join(folder, part))
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => folder
}

/** The branch as a pull request into main, on a server of its own. */
export async function openJobs(action: string, branch: Branch): Promise<Jobs> {
  const [base, head] = [await branch.repo.git('rev-parse', 'main'), await branch.repo.git('rev-parse', 'work')]
  const remote = serve(branch.repo)
  const run: Jobs['run'] = (mode, more = {}) =>
    runJob(action, remote, {
      ...{ event: pullRequest(base, head), ...more },
      with: { mode, token: '', ...more.with },
    })
  return {
    run,
    runShards: (count) =>
      Promise.all(Array.from({ length: count }, (_, n) => run('measure', { with: { shard: String(n + 1) } }))),
    judge: (measured) => run('judge', { with: { recordings: measured.map(({ folder }) => folder).join('\n') } }),
  }
}

async function runJob(action: string, remote: Remote, step: Omit<Step, 'action'>): Promise<Ran> {
  const workspace = remote.clone('--branch', 'work')
  // Lent to projects that install nothing themselves.
  symlinkSync(join(ROOT, 'node_modules'), join(workspace, 'node_modules'))
  const env = { GITHUB_SERVER_URL: remote.serverUrl, GITHUB_API_URL: NO_API, ...step.env }
  const end = await runAction({ action, workspace, ...step, env })
  const folder = join(end.temp, 'tdd-gate')
  return { ...end, folder, read: (path) => readFileSync(join(folder, path), 'utf8') }
}

/** `red 1.1 accepted`, one a commit. */
export function verdictsOf({ read }: Ran): readonly string[] {
  const lines = read('commits.txt').split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t').slice(1, 4).join(' '))
}

/** What people and agents read at the end of the log. */
export function resultOf({ log }: Ran): string {
  return log.slice(log.indexOf('TDD-GATE RESULT'))
}
