/** The App as its own program is, but for what it believes: on a local GitHub evidence has no token. */

import { openGate } from '../../src/app/gate/open.ts'
import { runApp } from '../../src/app/main.ts'

await runApp((settings) => openGate({ ...settings, minimum: 'verified-run' }))
