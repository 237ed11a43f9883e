import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import type { JobEnd } from '../../support/job-end.ts'
import { getVerdicts, openOfflineJobs } from '../../support/offline-jobs.ts'
import { isAlive, untilDead, untilFile } from '../../support/processes.ts'
import { GREEN, OPEN_SHOP, RED } from '../../support/shop.ts'

/** Production that never ends, starts a child that ends even less, and says who they are. */
const endless = (folder: string) => `import { spawn } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
const child = spawn('sleep', ['1000'], { stdio: 'ignore' })
writeFileSync('${folder}/part', process.pid + ' ' + child.pid)
renameSync('${folder}/part', '${folder}/pids')
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
await new Promise(() => setInterval(() => undefined, 1_000))
`

/** A step without an output word cannot attest its recording: the present files may come from anywhere. */
function expectNothing(judged: JobEnd): void {
  expect(judged).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unmeasurable' } })
  expect(getVerdicts(judged).filter((line) => line.endsWith('accepted'))).toEqual([])
  expect(judged.result).toContain('reported no digest of it')
}

test.each([
  ['cancelled, as the runner cancels', 'cancel'],
  ['ended at once, as a machine that is gone', 'SIGKILL'],
] as const)('a job %s: what was measured is kept, and what is missing is reported', async (_, how) => {
  const folder = getFolder({})
  await using branch = await createBranch(OPEN_SHOP)
  await branch.red(RED, '1')
  await branch.green(GREEN, '1')
  await branch.refactor({ 'src/cart.js': `${endless(folder)}export const total = (items) => items.length\n` })
  const jobs = await openOfflineJobs(branch)
  const { promise: started, resolve: start } = Promise.withResolvers<{ cancel: () => void; kill: () => void }>()
  const running = jobs.run('measure', {
    onOutput: (_text, { cancel, child }) => start({ cancel, kill: () => void child.kill('SIGKILL') }),
  })
  // A job that ends without a word is what the next line fails for.
  const job = await Promise.race([started, running.then(({ log }) => Promise.reject(new Error(log)))])
  await untilFile(join(folder, 'pids'))
  const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  if (how === 'cancel') job.cancel()
  else job.kill()
  const cancelled = await running
  await Promise.all(pids.map(untilDead))

  expect(readdirSync(cancelled.folder)).toEqual(expect.arrayContaining(['log.jsonl', 'recording']))
  if (how === 'cancel') {
    expect(cancelled.exitCode).toBe(1)
    expect(cancelled.result).toContain('cancelled')
    expect(cancelled.annotations).toMatchObject([{ level: 'error', message: expect.stringContaining('cancelled') }])
  }
  const judged = await jobs.judge([cancelled])
  if (how === 'SIGKILL') return expectNothing(judged)
  expect(getVerdicts(judged)).toEqual([
    'red 1 accepted',
    'green 1 accepted',
    expect.stringMatching(/^refactor .* unmeasured$/),
  ])
  expect(judged.outputs['conclusion']).toBe('unmeasurable')
  expect(judged.result).toContain('was cut off before it')
  expect(judged.result).toContain('re-run all jobs')
  const { documents } = JSON.parse(judged.read('evidence/index.json')) as { readonly documents: readonly unknown[] }
  expect(documents).toHaveLength(4)
})
