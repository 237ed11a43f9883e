/** A process that works on an inbox until it is killed: `node worker.ts <driver module> <folder> <log> [bring <from> <count>]`. */
import { appendFileSync } from 'node:fs'
import { hint, OPTIONS, request } from './letters.ts'

const KEYS = 5
const [module = '', folder = '', log = '', role, from = '0', count = '0'] = process.argv.slice(2)
const { open } = await import(module)
const queue = await open(folder)
/** Appended in one piece: lines of several processes do not mix. */
const note = (...words: readonly (string | number)[]) => appendFileSync(log, `${words.join(' ')}\n`)

if (role === 'bring') {
  for (let i = Number(from); i < Number(from) + Number(count); i += 1) {
    const job = (i % 4 === 0 ? hint : request)(`l${i}`, i % KEYS)
    await queue.accept(job)
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
