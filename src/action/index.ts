/** The entry point of a step. */

import { forgiveClosedPipes } from '../output.ts'
import { bindPorts } from './bound.ts'
import { runAction } from './main.ts'

forgiveClosedPipes()
const code = await runAction(bindPorts(process.env), process.env)
// Waits until the pipe is written, so that the last lines are not lost.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()))
// Ends now: a pending request or a thread must not keep the job waiting.
process.exit(code)
