/** Measurements that are recorded, and read again in another process's place. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRepository } from '../../src/git/repository.ts'
import { listTree } from '../../src/git/trees.ts'
import type { Execution, ExecutionRequest } from '../../src/test-runner/execution.ts'
import { createRecorder, type RecorderOptions } from '../../src/test-runner/recording/record.ts'
import { createReplayer, type ReplayerOptions } from '../../src/test-runner/recording/replay.ts'
import { getFolder } from './folder.ts'
import { suite } from './measuring.ts'
import { getDigests } from './recording-digests.ts'

export const WHOLE: ExecutionRequest = { files: null, coverage: false, repeat: 1, withCanary: false }

/** @param parent gone when the test ends, unless another one is named */
export function startRecording(
  more: Partial<RecorderOptions> = {},
  limits?: Parameters<typeof createRecorder>[2],
  parent = getFolder({}),
) {
  const folder = join(parent, 'recording')
  const options: RecorderOptions = { secrets: [], shard: null, ...more }
  return { folder, recorder: createRecorder(folder, options, limits) }
}

/** A replayer of the repository in `dir`: nothing but its objects and the recordings. */
export async function getReplayer(dir: string, recordings: readonly string[], more: Partial<ReplayerOptions> = {}) {
  const repository = await openRepository(dir)
  return createReplayer({
    recordings,
    digests: getDigests(recordings),
    objects: { listTree: (tree) => listTree(repository, tree) },
    config: { shards: 1 },
    suites: [suite()],
    ...more,
  })
}

/** Returns what must be equal live and replayed. */
export const asMeasured = (execution: Execution): Execution => ({ ...execution, isCached: false })

type Line = Record<string, unknown>

export function getLines(folder: string): Line[] {
  return readFileSync(join(folder, 'executions.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

export function writeLines(folder: string, lines: readonly unknown[]): void {
  writeFileSync(join(folder, 'executions.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
