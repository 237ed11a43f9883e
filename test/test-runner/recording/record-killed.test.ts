import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getFolder } from '../../support/folder.ts'
import { NODE_COMMAND, nodeTests } from '../../support/measuring.ts'
import { end, untilMarked } from '../../support/processes.ts'
import { getReplayer, WHOLE } from '../../support/recording.ts'
import { createRepository } from '../../support/repository.ts'

const PROGRAM = join(import.meta.dirname, '../../support/record-once.ts')

test('killed in the middle: what was measured until then is kept, and what was not is said to be missing', async () => {
  const folder = getFolder({})
  const recording = join(folder, 'recording')
  mkdirSync(join(folder, 'cache'))
  await using repo = await createRepository()
  await repo.commit('one', { 'package.json': '{"type":"module"}', 'a.test.js': nodeTests({ a: true }) })
  const first = await repo.git('rev-parse', 'HEAD^{tree}')
  const slow = `import { writeFileSync } from 'node:fs'\nwriteFileSync('started', '')\nsetInterval(() => {}, 1000)`
  await repo.commit('two', { 'a.test.js': slow })
  const second = await repo.git('rev-parse', 'HEAD^{tree}')

  const words = [PROGRAM, repo.dir, join(folder, 'cache'), recording, NODE_COMMAND, first, second]
  const recorder = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => end(recorder))
  await untilMarked(join(folder, 'cache'), 'started', recorder)
  await end(recorder)

  for (const half of ['', '{"kind":"execution","tree":"']) {
    appendFileSync(join(recording, 'executions.jsonl'), half)
    const replayer = await getReplayer(repo.dir, [recording])
    const { run, problems } = await replayer.execute(first, WHOLE)
    expect(problems).toEqual([])
    expect(run.cases.map(({ id, outcome }) => [id, outcome])).toEqual([['a.test.js > a', 'passed']])
    expect((await replayer.execute(second, WHOLE)).problems).toMatchObject([
      { code: 'not-recorded', message: expect.stringContaining('was cut off before it') },
    ])
  }
})
