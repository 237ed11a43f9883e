/** The program of a step. */
import { ports } from './bound.ts'
import { main } from './main.ts'

// An answer of a server that is still awaited, or a thread, must not keep the job waiting for what nobody will read.
process.exit(await main(ports, process.env))
