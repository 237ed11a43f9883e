import { appendFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecording } from '../../src/test-runner/recording/read-recording.ts'
import { type Digests, openShardRecordings } from '../../src/test-runner/recording/shard-recordings.ts'
import { startRecording } from '../support/recording.ts'
import { getDigests } from '../support/recording-digests.ts'

const TREE = 'a'.repeat(40)

/** Why an unmeasured tree is not there: a recording that is believed simply does not hold it. */
const getFault = (folders: readonly string[], digests: Digests, count = 1) => {
  const found = openShardRecordings(folders, count, digests).find(TREE, 'all', () => true)
  return 'problem' in found ? found.problem : null
}

function record(shard: { readonly index: number; readonly count: number } | null = null, hasEnd = true) {
  const { folder, recorder } = startRecording({ shard })
  if (hasEnd) recorder.end(null)
  return { folder, digest: recorder.digest(), path: join(folder, 'executions.jsonl') }
}

describe('the digest of a recording', () => {
  test.each([true, false])('is that of the lines which a judge reads (it came to its end: %s)', (hasEnd) => {
    const { folder, digest } = record(null, hasEnd)
    expect(digest).toBe(getDigests([folder]).get(1))
    expect(readRecording(folder).digest).toBe(digest)
  })

  test('is of what was written, whatever lies there by then', () => {
    const { folder, recorder } = startRecording()
    const before = recorder.digest()
    writeFileSync(join(folder, 'executions.jsonl'), '{}\n')
    expect(recorder.digest()).toBe(before)
  })
})

describe('a recording', () => {
  test('is read when it has the digest that its measuring job reported', () => {
    const { folder, digest } = record()
    expect(getFault([folder], new Map([[1, digest]]))?.message).toContain('the recording does not contain it')
  })

  test('a recording is refused when its measuring job reported no digest', () => {
    const { folder } = record()
    const problem = getFault([folder], new Map())
    expect(problem).toMatchObject({
      code: 'not-recorded',
      message: expect.stringContaining('reported no digest of it'),
    })
    expect(problem?.message).toContain('re-run all jobs of the workflow')
  })

  test.each<[string, (path: string) => unknown]>([
    ['a line was added', (path) => appendFileSync(path, '{"kind":"end","error":null}\n')],
    [
      'a character was changed',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"error":null', '"error":"no"')),
    ],
    ['it was written anew with the same meaning', (path) => writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)],
    [
      'it became a link to an honest file',
      (path) => {
        renameSync(path, `${path}-away`)
        symlinkSync(`${path}-away`, path)
      },
    ],
  ])('is refused where %s after its job had measured', (_, change) => {
    const { folder, digest, path } = record()
    change(path)
    const message = getFault([folder], new Map([[1, digest]]))?.message
    expect(message).toMatch(/it was changed after the job had measured|the recording is missing/)
  })

  test('a recording is refused under the digest of another shard or run', () => {
    const [first, second] = [record({ index: 1, count: 2 }), record({ index: 2, count: 2 })]
    const folders = [first.folder, second.folder]
    const crossed = getFault(
      folders,
      new Map([
        [1, second.digest],
        [2, first.digest],
      ]),
      2,
    )?.message
    expect(crossed).toMatch(/shard 1 of 2 is refused.*shard 2 of 2 is refused/)
    const own = new Map([
      [1, first.digest],
      [2, second.digest],
    ])
    expect(getFault(folders, own, 2)?.message).not.toContain('refused')
    expect(
      getFault([record({ index: 1, count: 2 }).folder, second.folder], new Map([[2, second.digest]]), 2)?.message,
    ).toMatch(/shard 1 of 2 is refused, because its measuring job reported no digest/)
  })

  test('a second recording beside the real one is refused with it', () => {
    const [real, planted] = [record(), record()]
    const message = getFault([real.folder, planted.folder], new Map([[1, real.digest]]))?.message
    expect(message).toContain('there twice')
  })
})
