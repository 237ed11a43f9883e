/** Program for a test that kills it: does everything a scratch repository can do, over and over. */
import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'

const [dir = '', cacheDir = '', sha = ''] = process.argv.slice(2)
const scratch = await openScratch(await openRepository(dir), { cacheDir })
for (let round = 0; ; round += 1) {
  await scratch.checkout(sha, { keep: [] })
  const tree = await scratch.composeTree(sha, [
    { path: 'dir1', blob: null },
    { path: 'dir1/file1', blob: null },
  ])
  await scratch.commitTree(tree, [sha], `round ${round}`)
  await scratch.mergeTree(sha, sha)
  await scratch.checkout(tree, { keep: [] })
  if (round === 1) process.stdout.write('working\n')
}
