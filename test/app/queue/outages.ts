/** Several processes on one store, while what they stand on fails for some time. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { end, until } from '../../support/processes.ts'
import { type Driver, drain, place } from './conformance.ts'
import { expectOneWorker, read, work } from './kills.ts'

const COUNT = 60
/** Deliveries that are refused meanwhile: an outage of some seconds. */
const REFUSED = 30

interface Outage {
  readonly begin: () => Promise<unknown>
  readonly end: () => Promise<unknown>
}

export function outagesAreSurvived(
  name: string,
  driver: Driver,
  { begin, end: over }: Outage,
  counts: readonly number[] = [2, 5],
): void {
  test.each(counts)(`%i processes, and ${name}: no event is lost, and each key has one worker`, async (processes) => {
    const folder = place()
    await driver.prepare?.(folder)
    const log = join(folder, 'log')
    const workers = Array.from({ length: processes }, () => work(driver, folder, log))
    const count = (what: string) => read(log).filter((line) => line.what === what).length
    await until('all workers', () => count('ready') === processes, ...workers)
    const bringer = work(driver, folder, log, 'redeliver', 0, COUNT)
    await until('some work', () => count('done') >= 5, bringer, ...workers)
    await begin()
    try {
      await until('refused deliveries', () => count('refused') >= REFUSED, bringer, ...workers)
    } finally {
      await over()
    }
    await until('all deliveries', () => count('brought') === 1, bringer, ...workers)
    await Promise.all([bringer, ...workers].map(end))
    await using queue = await driver.open(folder)
    const rest = await drain(queue)
    expect(await queue.stats()).toEqual({ waiting: 0, working: 0, dead: 0 })
    const done = new Set([...read(log).flatMap(({ what, id }) => (what === 'done' ? [id] : [])), ...rest])
    const requests = Array.from({ length: COUNT }, (_, i) => i).filter((i) => i % 4 !== 0)
    expect(requests.map((i) => `l${i}`).filter((id) => !done.has(id))).toEqual([])
    expectOneWorker(read(log), new Set(workers.map(({ pid }) => pid ?? 0)))
  })
}
