import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { endSurvivors } from '../../../src/action/output/survivors.ts'
import { end, isAlive, untilDead } from '../../support/processes.ts'

/** Leaves its session, and starts another one that does. */
const LEAVER = `setsid sh -c 'setsid sleep 1000 & echo $! $$; wait'`

test.skipIf(process.platform !== 'linux')(
  'a process that leaves group and session is ended, and what it started',
  async () => {
    const root = spawn('sh', ['-c', `${LEAVER} & wait`], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [text] = await once(root.stdout, 'data')
    const pids = String(text).trim().split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    expect(endSurvivors(root.pid)).toBeGreaterThanOrEqual(2)
    await Promise.all(pids.map(untilDead))
    expect(endSurvivors(root.pid), 'nothing is left').toBe(0)
    await end(root)
  },
)
