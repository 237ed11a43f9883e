import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { type Door, leadLoop, MAX_CALLS, MAX_CHARACTERS, openTaskList, WHOLE_LOOP } from './loop.ts'

/** In milliseconds: each of its calls starts the program, and some the tests. */
const MAX_TIME = 300_000

test(
  '`autopilot <command> --json` alone leads an agent through three subtasks, over a failed attempt, a pause and an end, in few calls',
  async () => {
    await using repo = await openTaskList()
    const folder = getFolder({})
    const env = { TDD_GATE_CACHE: join(folder, 'cache'), XDG_STATE_HOME: join(folder, 'state') }
    const door: Door = async (call, results) => {
      const more = [...(call === 'start' ? ['7'] : []), ...(results ? ['--results', JSON.stringify(results)] : [])]
      const { stdout } = await runCli(['autopilot', call, ...more, '--json'], { cwd: repo.dir, env })
      return JSON.parse(stdout)
    }
    const led = await leadLoop(repo, door)
    expect(led).toMatchObject(WHOLE_LOOP)
    expect(led.calls).toBeLessThanOrEqual(MAX_CALLS)
    expect(led.characters).toBeLessThanOrEqual(MAX_CHARACTERS)
  },
  MAX_TIME,
)
