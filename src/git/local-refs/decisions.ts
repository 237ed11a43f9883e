/** Keeps what people decided about a branch: one blob for each decision, under refs that no push sends. */

import type { Repository } from '../repository.ts'
import { mayHaveRefs } from './head.ts'

const PREFIX = 'refs/tdd-gate/decisions/'
/** Real tasks have fewer. */
const MAX_READ = 500

/**
 * Stores a decision. Two processes may do so at the same time: each one writes a ref of its own.
 * @param name unique on this branch, of letters, digits, dots and hyphens
 */
export async function writeDecision(repository: Repository, branch: string, name: string, text: string): Promise<void> {
  const blob = (await repository.git(['hash-object', '-w', '--stdin'], { input: text })).toString().trim()
  await repository.git(['update-ref', `${PREFIX}${branch}/${name}`, blob, '0'.repeat(blob.length)])
}

/** Returns the texts of all decisions about a branch. */
export async function readDecisionTexts(repository: Repository, branch: string): Promise<readonly string[]> {
  const refs = (await listRefs(repository, branch)).slice(-MAX_READ)
  const blobs = refs.map(({ blob }) => repository.git(['cat-file', 'blob', blob]))
  return (await Promise.all(blobs)).map(String)
}

/** Forgets the newest decision about a branch whose name ends so. @returns false where there is none */
export async function dropNewest(repository: Repository, branch: string, ending: string): Promise<boolean> {
  const newest = (await listRefs(repository, branch)).findLast(({ name }) => name.endsWith(ending))
  if (newest !== undefined) await repository.git(['update-ref', '-d', newest.name])
  return newest !== undefined
}

/** Forgets the decisions about a branch of the same name that existed before. */
export async function dropDecisions(repository: Repository, branch: string): Promise<void> {
  for (const { name } of await listRefs(repository, branch)) await repository.git(['update-ref', '-d', name])
}

/** A branch `a/b` stores its refs in a folder of branch `a`: they are another branch's. */
async function listRefs(repository: Repository, branch: string) {
  const folder = `${PREFIX}${branch}/`
  if (!mayHaveRefs(repository, PREFIX)) return []
  const listed = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)', folder])
  return listed
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ blob: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ name }) => !name.slice(folder.length).includes('/'))
}
