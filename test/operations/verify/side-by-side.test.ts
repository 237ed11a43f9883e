/** Whole suites that run side by side are recorded as if they ran one after the other: the judge sees no difference. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeBranch } from '../../../src/operations/verify/judge-branch.ts'
import { measureBranch } from '../../../src/operations/verify/measure-branch.ts'
import type { OpenMeasurer } from '../../../src/operations/verify/open-measurer.ts'
import { createMeasurer } from '../../../src/test-runner/measurer.ts'
import { createRecorder, type Recorder } from '../../../src/test-runner/recording/record.ts'
import { createReplayer } from '../../../src/test-runner/recording/replay.ts'
import { createBranch } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { REPOSITORY, RUN } from '../../support/rehearsal.ts'
import { GREEN, nodeTest, RED, SHOP } from '../../support/shop.ts'

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }
const TOOLS = { fit: <T>(evidence: T): T => evidence }
/** A suite with one core for longer than it takes to open a helper. */
const BUSY = 'const end = performance.now() + 700\n  while (performance.now() < end);\n  assert.equal(total([]), 0)'
const SLOW = { 'test/slow.test.js': nodeTest('../src/cart.js', 'total', { 'is busy': BUSY }) }
const CONFIG = { '.github/tdd-gate.yml': 'version: 1\ntest: { parallel: 2 }\n' }

test('a helper measures later commits into the same recording, and the judge accepts them', async () => {
  await using branch = await createBranch({ ...SHOP, ...SLOW, ...CONFIG })
  await branch.red(RED, '1')
  await branch.green(GREEN, '1')
  await branch.refactor({ 'src/cart.js': `// Adds up.\n${SHOP['src/cart.js']}export {}\n` })
  const folder = getFolder({})
  const recording = join(folder, 'recording')
  let recorder: Recorder | null = null
  let opened = 0
  const toolchain = {}
  const openMeasurer: OpenMeasurer = (parts) => {
    opened += 1
    recorder ??= createRecorder(recording, { secrets: [], shard: null })
    return createMeasurer({ ...parts, toolchain, recorder })
  }
  const common = { repo: branch.repo.dir, base: 'main', cacheDir: join(folder, 'cache') }
  const { decision, error } = await measureBranch(common, HOOKS, { ...TOOLS, openMeasurer })
  const { end, digest } = recorder as unknown as Recorder
  end(null)
  expect([error, opened, decision?.commits.map(({ verdict }) => verdict)]).toEqual([
    null,
    2,
    ['accepted', 'accepted', 'accepted'],
  ])
  const identity = { level: 'attested', run: RUN, repository: REPOSITORY, pullRequest: 3, baseBranch: 'main' } as const
  const judged = await judgeBranch({ ...common, ...identity }, HOOKS, {
    ...TOOLS,
    archive: new Map(),
    openMeasurer: (parts) =>
      createReplayer({
        ...parts,
        recordings: [recording],
        digests: new Map([[1, digest()]]),
        objects: parts.checkout,
      }),
  })
  expect(judged.decision).toEqual(decision)
})
