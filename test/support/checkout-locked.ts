/** Program for a test: leaves folders that may not be written, checks out again, prints what is there. */
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'

const [dir = '', cacheDir = '', sha = ''] = process.argv.slice(2)
await using scratch = await openScratch(await openRepository(dir), { cacheDir })
const lock = async (path: string) => {
  await mkdir(join(scratch.tree, path, 'inner'), { recursive: true })
  await writeFile(join(scratch.tree, path, 'inner/file'), '')
  await chmod(join(scratch.tree, path, 'inner'), 0o000)
  await chmod(join(scratch.tree, path), 0o555)
}
await scratch.checkout(sha, { keep: [] })
await lock('locked')
await lock('dir')
await scratch.checkout(sha, { keep: [] })
const left = (await readdir(scratch.tree, { recursive: true })).filter((path) => !path.startsWith('.git'))
process.stdout.write(JSON.stringify(left.toSorted()))
await lock('left-for-disposal')
