/** This project as a release holds it, for a world that holds only what the runner of Actions needs. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOVING_TAG, REPOSITORY, WORKFLOW_PATH } from '../../src/render/workflow-file.ts'
import type { SmallWorld } from '../simulator/actions/small-world.ts'
import { bundledAction } from './bundle.ts'

export const OWN = WORKFLOW_PATH

/** Puts it at the tag that callers name. @returns its commit */
export async function publish(small: SmallWorld): Promise<string> {
  const folder = await bundledAction()
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const release = Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
  const gate = small.repository(REPOSITORY)
  const sha = await gate.run({ ...release, [OWN]: readFileSync(OWN, 'utf8') })
  gate.git('update-ref', `refs/tags/${MOVING_TAG}`, sha)
  return sha
}
