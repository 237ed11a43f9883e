/** A process that works on a store until it is killed: `node worker.ts <driver module> <folder> <log> [bring|redeliver <from> <count>]`. */
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { hint, OPTIONS, request } from './jobs.ts'

const KEYS = 5
const AGAIN_MS = 50
const [module = '', folder = '', log = '', role, from = '0', count = '0'] = process.argv.slice(2)
const { open } = await import(module)
const queue = await open(folder)
/** Appended in one piece: lines of several processes do not mix. */
const note = (...words: readonly (string | number)[]) => appendFileSync(log, `${words.join(' ')}\n`)

/** As GitHub does on request: until the delivery is taken. */
async function redeliver(accept: () => Promise<unknown>, id: string): Promise<void> {
  for (;;) {
    try {
      return void (await accept())
    } catch {
      note('refused', process.pid, id, '-')
      await pause(AGAIN_MS)
    }
  }
}

if (role === 'bring' || role === 'redeliver') {
  for (let i = Number(from); i < Number(from) + Number(count); i += 1) {
    const job = (i % 4 === 0 ? hint : request)(`l${i}`, i % KEYS)
    await (role === 'bring' ? queue.accept(job) : redeliver(() => queue.accept(job), job.id))
    note('accepted', process.pid, job.id, job.key)
  }
  note('brought', process.pid, '-', '-')
} else {
  queue.run(
    async ({ id, key }: { id: string; key: string }) => {
      note('begun', process.pid, id, key)
      for (let i = 0; i < 3; i += 1) await new Promise(setImmediate)
      note('done', process.pid, id, key)
    },
    { ...OPTIONS, maxTries: 100 },
  )
  note('ready', process.pid, '-', '-')
}
