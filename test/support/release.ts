/** This project as a release holds it, on a local GitHub: reusable workflow, action and bundle at the tag that callers name. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACTION, MOVING_TAG, REPOSITORY, toTrusted, WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import { git } from '../simulator/git.ts'
import type { LocalGitHub } from '../simulator/github.ts'
import { bundledAction } from './bundle.ts'

/** The workflow whose judgement counts, as settings of the App name it. */
export const JUDGE = toTrusted(ACTION)

/** The real thing, built from the sources as they are. */
export async function releaseForReal(github: LocalGitHub): Promise<void> {
  const folder = await bundledAction()
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const parts = paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)] as const)
  await release(github, { ...Object.fromEntries(parts), [WORKFLOW_PATH]: readFileSync(WORKFLOW_PATH, 'utf8') })
}

/** A workflow at the same place whose one job does nothing: a test provides its evidence. */
export function releaseInName(github: LocalGitHub): Promise<void> {
  const steps = ['Judge', 'Keep the evidence'].map((name) => `{ name: ${name}, run: "true" }`).join(', ')
  const job = `jobs: { judge: { runs-on: ubuntu-24.04, steps: [${steps}] } }`
  return release(github, { [WORKFLOW_PATH]: `on: { workflow_call: {} }\n${job}\n` })
}

async function release(github: LocalGitHub, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  const [owner = '', name = ''] = REPOSITORY.split('/')
  const repository = await github.repository({ owner, name, files })
  await git(repository, ['update-ref', `refs/tags/${MOVING_TAG}`, 'refs/heads/main'])
}
