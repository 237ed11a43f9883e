/** The program of a step. */
import { bindPorts } from './bound.ts'
import { main } from './main.ts'

const code = await main(bindPorts(process.env), process.env)
// Where pipes are not written at once, the last words must not be lost.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
// An answer of a server that is still awaited, or a thread, must not keep the job waiting for what nobody will read.
process.exit(code)
