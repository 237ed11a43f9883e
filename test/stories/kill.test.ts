import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { fingerprint } from '../support/fingerprint.ts'
import { getFolder } from '../support/folder.ts'
import { end, isAlive, untilDead, untilFile } from '../support/processes.ts'
import { GREEN, OPEN_SHOP, RED } from '../support/shop.ts'

const PROGRAM = join(import.meta.dirname, '../support/verify-once.ts')

/** Writes its process id, starts a child, and waits for a file that appears only after the gate is dead. */
const slowTest = (folder: string) => `import { spawn } from 'node:child_process'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'

test('takes its time', async () => {
  if (existsSync('${folder}/go')) return
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' })
  writeFileSync('${folder}/part', JSON.stringify([process.ppid, process.pid, child.pid]))
  renameSync('${folder}/part', '${folder}/pids')
  await new Promise(() => setInterval(() => undefined, 1000))
})
`

test('killed in the middle: nothing of the user is touched, nothing runs on, and the next call clears up', async () => {
  const folder = getFolder({})
  const cacheDir = getFolder({})
  await using branch = await createBranch({ ...OPEN_SHOP, 'test/slow.test.js': slowTest(folder) })
  await branch.red(RED)
  await branch.green(GREEN)
  await branch.repo.write({ 'src/cart.js': 'dirty', 'untracked.txt': 'mine' })
  const before = await fingerprint(branch.repo.dir)

  const gate = spawn(process.execPath, [PROGRAM, branch.repo.dir, cacheDir], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => end(gate))
  await untilFile(join(folder, 'pids'), gate)
  const pids: readonly number[] = JSON.parse(readFileSync(join(folder, 'pids'), 'utf8'))
  expect(pids.map(isAlive)).toEqual([true, true, true])
  await end(gate)

  for (const pid of pids) await untilDead(pid)
  expect(await fingerprint(branch.repo.dir)).toEqual(before)
  expect(readdirSync(join(cacheDir, 'scratch'))).not.toEqual([])

  writeFileSync(join(folder, 'go'), '')
  expect(await branch.verify({ cacheDir })).toMatchObject({ conclusion: 'success' })
  expect(readdirSync(join(cacheDir, 'scratch'))).toEqual([])
  expect(await fingerprint(branch.repo.dir)).toEqual(before)
})
