/** Program for a test that kills it: records the whole suite of each tree, one after the other. */

import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'
import { listTree } from '../../src/git/trees.ts'
import { createMeasurer } from '../../src/test-runner/measurer.ts'
import { createRecorder } from '../../src/test-runner/recording/record.ts'

const [repo = '', cacheDir = '', folder = '', command = '', ...trees] = process.argv.slice(2)
await using scratch = await openScratch(await openRepository(repo), { cacheDir })
const measurer = createMeasurer({
  checkout: { ...scratch, listTree: (tree) => listTree(scratch, tree) },
  config: {
    suites: [],
    timeoutSeconds: 60,
    reruns: 2,
    env: [],
    setupEnv: [],
    shards: 1,
    isolation: 'preferred',
    network: 'host',
  },
  suites: [
    { name: '', directory: '.', setup: null, build: null, command, reports: ['{reports}/node.ndjson'], coverage: [] },
  ],
  cacheDir,
  toolchain: {},
  lender: null,
  source: process.env,
  recorder: createRecorder(folder, { secrets: [], shard: null }),
})
for (const tree of trees) await measurer.execute(tree, { files: null, coverage: false, repeat: 1, withCanary: false })
