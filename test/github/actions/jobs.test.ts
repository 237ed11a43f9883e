import { expect, test } from 'vitest'
import { openSmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'

/** Pushes a workflow and gives how its jobs ended, and what they printed. */
async function runOf(workflow: string) {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  await shop.run({ [FILE]: workflow })
  const [run] = shop.repository.runs
  return { jobs: shop.jobs(), conclusion: run?.conclusion, logs: Object.fromEntries(run?.logs ?? []), run }
}

test('a script runs, and its job is a check run on the head', async () => {
  const { jobs, conclusion, logs } = await runOf(`
on: push
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "hello from $GITHUB_REPOSITORY"
`)
  expect(jobs).toEqual(['build: success'])
  expect(conclusion).toBe('success')
  expect(logs['build']).toContain('hello from acme/shop')
})
