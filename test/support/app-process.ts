/** The App as its own program is, but for what it believes: on a local GitHub evidence has no token. */

import { openGate } from '../../src/app/gate/open.ts'
import { main } from '../../src/app/main.ts'

await main((settings) => openGate({ ...settings, minimum: 'verified-run' }))
