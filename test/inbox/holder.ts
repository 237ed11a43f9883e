/** A process that takes a letter and never finishes it: `node holder.ts <driver module> <folder>`. */
import { OPTIONS } from './letters.ts'

const [module = '', folder = ''] = process.argv.slice(2)
const { open } = await import(module)
open(folder).run(async () => {
  console.log('taken')
  await new Promise(() => {})
}, OPTIONS)
