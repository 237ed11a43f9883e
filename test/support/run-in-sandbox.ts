/** Program for a test that kills it: runs one command in a sandbox, for as long as it takes. */
import { createSandboxWorld, strategiesHere } from './sandboxes.ts'

const [name = '', command = ''] = process.argv.slice(2)
const strategy = (await strategiesHere()).find(({ tool }) => tool === name) ?? null
using world = createSandboxWorld(strategy)
await world.run(command, { timeoutMs: 60_000 })
