import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { createServer } from '../../src/mcp/server.ts'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { getFolder } from '../support/folder.ts'
import { openKeptRuns } from '../support/kept-runs.ts'
import { type Door, type LoopAnswer, leadLoop, MAX_CALLS, MAX_CHARACTERS, openTaskList, WHOLE_LOOP } from './loop.ts'

const TOOLS = { complete: 'autopilot_complete_phase', status: 'autopilot_get_state' } as Readonly<
  Record<string, string>
>
/** An agent reads their answers at each step: as text or as data, of at most 2,000 characters. */
const STEPS: readonly string[] = ['next', 'resume', 'status']

/** The operation with the runs of this test. */
const withKeptRuns = (operation: Operation): Operation => ({
  ...operation,
  load: async () => {
    const { run, ...rest } = await operation.load()
    return { ...rest, run: (input, hooks) => run(input, { ...hooks, openMeasurer: openKeptRuns }) }
  },
})

test('the tools alone lead an agent through three subtasks, over a failed attempt, a pause and an end, in few calls', async () => {
  vi.stubEnv('TDD_GATE_CACHE', getFolder({}))
  await using repo = await openTaskList()
  const [near, far] = InMemoryTransport.createLinkedPair()
  await (await createServer('1.0.0', OPERATIONS.map(withKeptRuns))).connect(far)
  const client = new Client({ name: 'an agent', version: '1.0.0' })
  await client.connect(near)
  const door: Door = async (call, testResults) => {
    const begun = call === 'start' ? { taskId: '7', tag: 'master' } : {}
    const more = { projectRoot: repo.dir, ...begun, ...(testResults && { testResults }) }
    const answer = await client.callTool({ name: TOOLS[call] ?? `autopilot_${call}`, arguments: more })
    if (STEPS.includes(call))
      for (const shown of [answer.content, answer.structuredContent])
        expect(JSON.stringify(shown).length).toBeLessThanOrEqual(2_000)
    return answer.structuredContent as LoopAnswer
  }
  const led = await leadLoop(repo, door)
  await client.close()
  expect(led).toMatchObject(WHOLE_LOOP)
  expect(led.calls).toBeLessThanOrEqual(MAX_CALLS)
  expect(led.characters).toBeLessThanOrEqual(MAX_CHARACTERS)
})
