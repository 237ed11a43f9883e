/** A process that takes one event and never finishes it: `node holder.ts <driver module> <folder>`. */
import { OPTIONS } from './jobs.ts'

const [module = '', folder = ''] = process.argv.slice(2)
const { open } = await import(module)
;(await open(folder)).run(
  async () => {
    console.log('taken')
    await new Promise(() => {})
  },
  // It would take the events of the others, too.
  { ...OPTIONS, concurrency: 1 },
)
