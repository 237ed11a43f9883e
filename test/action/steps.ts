/** Steps of jobs: the action as action.yml declares it, started where tests want it. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundleAction } from '../../scripts/build.ts'
import { getFolder } from '../support/folder.ts'
import { runAction, type Step, type StepEnd } from '../support/runner.ts'

/** A folder with the real action.yml, whose `main` is another file. */
export function actionWith(main: string): string {
  const manifest = readFileSync('action.yml', 'utf8').replace(/^ {2}main: .*$/m, `  main: ${resolve(main)}`)
  return getFolder({ 'action.yml': manifest })
}

const SHOP = { id: 812, full_name: 'acme/shop', default_branch: 'main' }

export const pullRequest = (base: string, head: string, isFork = false) => ({
  name: 'pull_request',
  payload: {
    action: 'synchronize',
    repository: SHOP,
    pull_request: {
      number: 7,
      base: { ref: 'main', sha: base, repo: SHOP },
      head: { ref: 'work', sha: head, repo: isFork ? { id: 977 } : SHOP },
    },
  },
})

export const push = (head: string, ref = 'refs/heads/work') => ({
  name: 'push',
  payload: { ref, after: head, deleted: false, repository: SHOP },
})

export interface Stage extends AsyncDisposable {
  /** Runs the real step, bundled as releases are, with stand-ins behind it that do what `name` says. */
  readonly run: (name: string, step: Omit<Step, 'action'>) => Promise<StepEnd>
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tdd-gate-stage-'))
  await bundleAction(resolve('.'), folder, { stage: 'test/action/stage.ts' })
  return {
    run: (name, step) =>
      runAction({ action: actionWith(join(folder, 'stage.mjs')), ...step, env: { STAGE: name, ...step.env } }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
