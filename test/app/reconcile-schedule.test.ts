/** When the sweep runs again: after its time, and sooner after an outage. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCheckpoint } from '../../src/app/checkpoint.ts'
import { openClients } from '../../src/app/clients.ts'
import { CLOCK, type Clock } from '../../src/app/queue/clock.ts'
import { openQueue } from '../../src/app/queue/sqlite.ts'
import { startReconciler } from '../../src/app/reconcile-schedule.ts'
import { APP_ID, KEY, startHub } from './hub.ts'
import { place } from './queue/conformance.ts'

const HOUR_MS = 3_600_000
const EMPTY: Readonly<Record<string, unknown>> = { '/app/hook/deliveries': [], '/app/installations': [] }

/** The first sweeps find no GitHub. @returns the pauses between all, up to the first sweep that succeeds */
async function pausesWith(failures: number, everyMs = HOUR_MS): Promise<readonly number[]> {
  const pauses: number[] = []
  // This status counts as an outage, and Octokit does not ask again.
  const away = { status: 401, body: { message: 'Bad credentials' } }
  const hub = await startHub(({ path }) => (pauses.length < failures ? away : { body: EMPTY[path] }))
  const clients = await openClients({ appId: APP_ID, privateKey: KEY, baseUrl: hub.baseUrl })
  const folder = place()
  const queue = openQueue(join(folder, 'store.sqlite'))
  onTestFinished(() => queue[Symbol.asyncDispose]())
  const { promise: swept, resolve } = Promise.withResolvers<void>()
  const clock: Clock = {
    ...CLOCK,
    sleep: async (ms, signal) => {
      pauses.push(ms)
      if (pauses.length <= failures) return
      resolve()
      await CLOCK.sleep(ms, signal)
    },
  }
  const reconciler = startReconciler({
    clients,
    queue,
    clock,
    everyMs,
    checkpoint: openCheckpoint(join(folder, 'sweep.json')),
    log: () => undefined,
    onInstallation: () => undefined,
    trySweep: async () => ({ end: async () => undefined }),
    onSwept: async () => undefined,
  })
  await swept
  await reconciler.stop()
  return pauses
}

test('a sweep that finds no GitHub runs again after five minutes, until GitHub answers', async () => {
  expect(await pausesWith(2)).toEqual([300_000, 300_000, HOUR_MS])
})

test('a shorter time between sweeps holds after an outage too', async () => {
  expect(await pausesWith(1, 60_000)).toEqual([60_000, 60_000])
})
