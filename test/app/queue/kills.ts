/** Real processes on one store, killed at random moments: what was accepted is done, and one key has one worker. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { end, until, untilPrints } from '../../support/processes.ts'
import { type Driver, drain, place } from './conformance.ts'
import { OPTIONS, request } from './jobs.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const HOLDER = fileURLToPath(new URL('holder.ts', import.meta.url))

export interface Line {
  readonly what: string
  readonly pid: number
  readonly id: string
  readonly key: string
}

export function killsAreSurvived(driver: Driver): void {
  const { events: count, times } = driver.kills
  test(`${times} times kill -9 among ${count} events: no event is lost`, async () => {
    const folder = place()
    await driver.prepare?.(folder)
    const log = join(folder, 'log')
    const killed = new Set<number>()
    let workers = [work(driver, folder, log), work(driver, folder, log)]
    let bringer = work(driver, folder, log, 'bring', 0, count)
    let next = 0
    for (let kill = 0; kill < times; kill += 1) {
      // The moment is any: how far the others are by then is not the same twice.
      const lines = Math.floor((kill + Math.random()) * 20)
      await until(`${lines} lines`, () => read(log).length >= lines, bringer, ...workers)
      const victim = kill % 3 === 2 ? bringer : workers[kill % 2]
      await end(victim)
      killed.add(victim?.pid ?? 0)
      if (victim === bringer) {
        next = nextToBring(log)
        bringer = work(driver, folder, log, 'bring', next, count - next)
      } else workers = workers.map((worker) => (worker === victim ? work(driver, folder, log) : worker))
    }
    const isBrought = () => read(log).some(({ what, pid }) => what === 'brought' && pid === bringer.pid)
    await until('all events to arrive', isBrought, bringer, ...workers)
    await Promise.all(workers.map(end))
    for (const { pid } of workers) killed.add(pid ?? 0)
    await using queue = await driver.open(folder)
    const rest = await drain(queue)
    expect(await queue.stats()).toEqual({ waiting: 0, working: 0, dead: 0 })
    const lines = read(log)
    const done = new Set([...lines.filter(({ what }) => what === 'done').map(({ id }) => id), ...rest])
    const requests = Array.from({ length: count }, (_, i) => i).filter((i) => i % 4 !== 0)
    expect(requests.map((i) => `l${i}`).filter((id) => !done.has(id))).toEqual([])
    expectOneWorker(lines, killed)
  })

  test('what a dead process had under way is taken over without waiting for anything', async () => {
    const folder = place()
    await using eventQueue = await driver.open(folder)
    await eventQueue.accept(request('a'))
    const holder = hold(driver, folder)
    await untilPrints(holder)
    const got: string[] = []
    const running = eventQueue.run(async ({ id }) => void got.push(id), OPTIONS)
    await eventQueue.accept(request('b', 2))
    await until('the event that no process holds', () => got.includes('b'), holder)
    expect(got).toEqual(['b'])
    await end(holder)
    await eventQueue.idle()
    await running.stop()
    expect(got).toEqual(['b', 'a'])
  })

  test('an event that kills its process is set aside', async () => {
    const folder = place()
    await using queue = await driver.open(folder)
    await queue.accept(request('a'))
    for (let i = 0; i < OPTIONS.maxTries; i += 1) {
      const holder = hold(driver, folder)
      await untilPrints(holder)
      await end(holder)
    }
    expect(await drain(queue)).toEqual([])
    expect(await queue.dead()).toEqual([
      { job: request('a'), tries: OPTIONS.maxTries, reason: expect.stringMatching(/process/) },
    ])
  })
}

export function work(driver: Driver, folder: string, log: string, ...more: readonly (string | number)[]): ChildProcess {
  return spawnNode(WORKER, [driver.module.href, folder, log, ...more.map(String)])
}

const hold = ({ module }: Driver, folder: string) => spawnNode(HOLDER, [module.href, folder])

function spawnNode(program: string, words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => end(child))
  return child
}

export function read(log: string): readonly Line[] {
  if (!existsSync(log)) return []
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [what = '', pid = '', id = '', key = ''] = line.split(' ')
    return { what, pid: Number(pid), id, key }
  })
}

/** What was accepted without a confirmation is sent again: the store has seen it. */
function nextToBring(log: string): number {
  return Math.max(0, ...read(log).flatMap(({ what, id }) => (what === 'accepted' ? [Number(id.slice(1)) + 1] : [])))
}

/** Only a killed process leaves a beginning without an end. */
export function expectOneWorker(lines: readonly Line[], killed: ReadonlySet<number>): void {
  const held = new Map<string, number>()
  for (const { what, pid, key } of lines) {
    const holder = held.get(key)
    if (what === 'begun') {
      expect(holder === undefined || killed.has(holder), `${pid} began ${key}, which ${holder} has`).toBe(true)
      held.set(key, pid)
    }
    if (what === 'done') {
      expect(holder).toBe(pid)
      held.delete(key)
    }
  }
}
