/** Measures commits of a small real project with a real runner, the way the gate does. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteConfig } from '../../src/core/model/config.ts'
import { openRepository } from '../../src/git/repository.ts'
import { openScratch } from '../../src/git/scratch.ts'
import { listTree } from '../../src/git/trees.ts'
import type { ExecutionRequest } from '../../src/test-runner/execution.ts'
import { createMeasurer, type Measurer, type MeasurerOptions } from '../../src/test-runner/measurer.ts'
import { createRepository, type Files, type TestRepository } from './repository.ts'

export const NODE_COMMAND =
  'node --test --test-isolation=none --test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files}'

export const suite = (more: Partial<SuiteConfig> = {}): SuiteConfig => ({
  name: '',
  directory: '.',
  setup: null,
  build: null,
  command: NODE_COMMAND,
  reports: ['{reports}/node.ndjson'],
  coverage: [],
  ...more,
})

export const CONFIG: MeasurerOptions['config'] = {
  suites: [],
  timeoutSeconds: 60,
  reruns: 2,
  env: [],
  setupEnv: [],
  shards: 1,
  isolation: 'preferred',
  network: 'host',
}

/** One test file of node:test: name -> whether it passes. */
export const nodeTests = (tests: Readonly<Record<string, boolean>>) =>
  [
    "import assert from 'node:assert/strict'",
    "import test from 'node:test'",
    ...Object.entries(tests).map(([name, passes]) => `test('${name}', () => assert.equal(1, ${passes ? 1 : 2}))`),
  ].join('\n')

export interface MeasurerState extends AsyncDisposable {
  readonly repo: TestRepository
  readonly measurer: Measurer
  /** Commits the files and runs their tests. */
  readonly measure: (files: Files, request?: Partial<ExecutionRequest>) => ReturnType<Measurer['execute']>
  /** How often a set-up ran. */
  readonly setups: () => number
  /** Another measurer with the same cache, as the next call of the gate would make it. */
  readonly again: (more?: Partial<MeasurerOptions>) => Promise<Measurer>
}

export async function createMeasurerState(more: Partial<MeasurerOptions> = {}): Promise<MeasurerState> {
  const repo = await createRepository()
  const cacheDir = realpathSync(mkdtempSync(join(tmpdir(), 'tdd-gate-cache-')))
  const opened: AsyncDisposable[] = [repo]
  let setups = 0
  const again = async (extra: Partial<MeasurerOptions> = {}) => {
    const scratch = await openScratch(await openRepository(repo.dir), { cacheDir })
    opened.unshift(scratch)
    return createMeasurer({
      checkout: { ...scratch, listTree: (tree) => listTree(scratch, tree) },
      config: CONFIG,
      suites: [suite()],
      cacheDir,
      toolchain: { node: process.version },
      lender: { folder: repo.dir, committed: new Set() },
      source: process.env,
      onProgress: ({ step }) => {
        if (step === 'setup') setups += 1
      },
      ...more,
      ...extra,
    })
  }
  const measurer = await again()
  return {
    repo,
    measurer,
    setups: () => setups,
    again,
    measure: async (files, request = {}) => {
      await repo.commit('change', files)
      return measurer.execute(await repo.git('rev-parse', 'HEAD^{tree}'), {
        files: null,
        coverage: false,
        repeat: 1,
        withCanary: false,
        ...request,
      })
    },
    [Symbol.asyncDispose]: async () => {
      for (const one of opened) await one[Symbol.asyncDispose]()
      rmSync(cacheDir, { recursive: true, force: true })
    },
  }
}
