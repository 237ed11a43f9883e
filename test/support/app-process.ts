/** The App as its own program is, but for what it believes: on a local GitHub evidence has no token. */
import { main } from '../../src/app/main.ts'
import { openGate } from '../../src/gate/open.ts'

await main((settings) => openGate({ ...settings, minimum: 'verified-run' }))
