import { describe, expect, test } from 'vitest'
import type { Shard } from '../../../src/core/model/config.ts'
import { GateError } from '../../../src/core/model/errors.ts'
import { createMeasurerState, NODE_COMMAND, nodeTests, suite } from '../../support/measuring.ts'
import { asMeasured, getLines, getReplayer, startRecording, WHOLE, writeLines } from '../../support/recording.ts'

const FILES = {
  'package.json': '{"type":"module"}',
  'a.test.js': nodeTests({ a: true }),
  'b.test.js': nodeTests({ b: false }),
}
const SHARDED = suite({ command: NODE_COMMAND.replace('--test ', '--test --test-shard={shard} ') })
const COUNT = 2

/** Measures the files in every shard, as jobs of a matrix do. */
async function recordShards(files = FILES, suites = [SHARDED], count = COUNT) {
  const shards = Array.from({ length: count }, (_, n): Shard => ({ index: n + 1, count }))
  const recordings = shards.map((shard) => startRecording({ shard }))
  const bench = await createMeasurerState({ suites })
  await bench.repo.commit('change', files)
  const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
  const executions = []
  for (const { recorder } of recordings) {
    const measurer = await bench.again({ recorder })
    const requests = [WHOLE, { ...WHOLE, files: ['b.test.js'] }]
    executions.push([await measurer.execute(tree, requests[0]!), await measurer.execute(tree, requests[1]!)] as const)
    recorder.end(null)
  }
  const folders = recordings.map(({ folder }) => folder)
  const replay = (from = folders, shards = count) =>
    getReplayer(bench.repo.dir, from, { suites, config: { shards } }).then((replayer) => ({
      whole: () => replayer.execute(tree, WHOLE),
      aimed: () => replayer.execute(tree, { ...WHOLE, files: ['b.test.js'] }),
    }))
  return { folders, executions, tree, replay, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() }
}

const outcomes = ({ run }: Awaited<ReturnType<Awaited<ReturnType<typeof createMeasurerState>>['measure']>>) =>
  Object.fromEntries(run.cases.map(({ id, outcome }) => [id, outcome]))

describe('a whole suite is the slices of all shards', () => {
  test('each measured once, and put together', async () => {
    await using shards = await recordShards()
    expect(shards.executions.map(([whole]) => outcomes(whole))).toEqual([
      { 'a.test.js > a': 'passed' },
      { 'b.test.js > b': 'failed' },
    ])
    for (const folders of [shards.folders, shards.folders.toReversed()]) {
      const whole = await (await shards.replay(folders)).whole()
      expect(outcomes(whole)).toEqual({ 'a.test.js > a': 'passed', 'b.test.js > b': 'failed' })
      expect(whole).toMatchObject({ problems: [], scope: 'suite' })
    }
  })

  test('what is aimed is the same in every shard, so one is enough', async () => {
    await using shards = await recordShards()
    const [first] = shards.executions
    expect(outcomes(first![1])).toEqual({ 'b.test.js > b': 'failed' })
    expect(asMeasured(await (await shards.replay()).aimed())).toEqual(asMeasured(first![1]))
    expect((await (await shards.replay(shards.folders.slice(1))).aimed()).problems).toEqual([])
  })

  test('a whole suite that is run once more is what the shards ran again, which saw a failure', async () => {
    const shards = [1, 2].map((index): Shard => ({ index, count: COUNT }))
    const recordings = shards.map((shard) => startRecording({ shard }))
    await using bench = await createMeasurerState({ suites: [SHARDED] })
    await bench.repo.commit('change', FILES)
    const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
    for (const [n, { recorder }] of recordings.entries()) {
      const measurer = await bench.again({ recorder })
      await measurer.execute(tree, WHOLE)
      if (n === 1) await measurer.execute(tree, { ...WHOLE, repeat: 2 })
      recorder.end(null)
    }
    const from = recordings.map(({ folder }) => folder)
    const replayer = await getReplayer(bench.repo.dir, from, { suites: [SHARDED], config: { shards: COUNT } })
    expect(outcomes(await replayer.execute(tree, { ...WHOLE, repeat: 2 }))).toEqual({ 'b.test.js > b': 'failed' })
    expect((await replayer.execute(tree, { ...WHOLE, repeat: 3 })).problems).toMatchObject([{ code: 'not-recorded' }])
  })

  test('each slice agrees with itself, or the whole is worth nothing', async () => {
    const command = `${SHARDED.command} || test {shard} = 2/2`
    await using shards = await recordShards(FILES, [suite({ command })])
    const { problems } = await (await shards.replay()).whole()
    expect(problems.map(({ code }) => code)).toEqual(['hidden-failure'])
  })

  test('one slice may be empty', async () => {
    await using shards = await recordShards({ ...FILES, 'b.test.js': nodeTests({ b: true }) }, [SHARDED], 3)
    const whole = await (await shards.replay()).whole()
    expect(whole.problems).toEqual([])
    expect(Object.keys(outcomes(whole))).toEqual(['a.test.js > a', 'b.test.js > b'])
  })

  test('all of them may not', async () => {
    const command = `echo '<testsuite name="x"></testsuite>' > {reports}/r.xml; : {shard}`
    await using shards = await recordShards(FILES, [suite({ command, reports: ['{reports}/r.xml'] })])
    expect(shards.executions.map(([whole]) => whole.problems)).toEqual([[], []])
    const { problems } = await (await shards.replay()).whole()
    expect(problems.map(({ code }) => code)).toEqual(['no-tests'])
  })

  test('a suite without a placeholder for its shard is the same in every shard', async () => {
    await using shards = await recordShards(FILES, [suite()])
    expect(outcomes(await (await shards.replay()).whole())).toEqual({
      'a.test.js > a': 'passed',
      'b.test.js > b': 'failed',
    })
  })
})

describe('a shard on which nothing can be built is named', () => {
  test.each([
    ['missing', (folders: readonly string[]) => folders.slice(0, 1), 'shard 2 of 2 is missing'],
    ['there twice', (folders: readonly string[]) => [...folders, ...folders.slice(1)], 'shard 2 of 2 is there twice'],
    [
      'cut off',
      (folders: readonly string[]) => {
        writeLines(folders[1]!, getLines(folders[1]!).slice(0, 1))
        return folders
      },
      'shard 2 of 2 was cut off before it',
    ],
    [
      'of another number of shards',
      (folders: readonly string[]) => {
        const [header, ...rest] = getLines(folders[1]!)
        writeLines(folders[1]!, [{ ...header, shard: { index: 2, count: 3 } }, ...rest])
        return folders
      },
      'shard 2 of 2 is missing',
    ],
  ])('%s', async (_, change, words) => {
    await using shards = await recordShards()
    const { problems } = await (await shards.replay([...change(shards.folders)])).whole()
    expect(problems).toMatchObject([{ code: 'not-recorded', message: expect.stringContaining(words) }])
  })

  test('an error that ended one ends the replay', async () => {
    await using shards = await recordShards()
    const [header] = getLines(shards.folders[1]!)
    const error = { code: 'setup-failed', message: 'no', suggestion: 'try' }
    writeLines(shards.folders[1]!, [header, { kind: 'end', error }])
    const replayed = await shards.replay()
    await expect(replayed.whole()).rejects.toBeInstanceOf(GateError)
    expect((await replayed.aimed()).problems).toEqual([])
  })

  test('shards where the configuration knows none', async () => {
    await using shards = await recordShards()
    const { problems } = await (await shards.replay(shards.folders, 1)).whole()
    expect(problems).toMatchObject([
      { code: 'not-recorded', message: expect.stringContaining('the recording is missing') },
    ])
  })
})
