/** One process of the App, as `npm start` runs it once the App exists: `node test/demo/replica.ts`. */
import { openGate } from '../../src/app/gate/open.ts'
import { runApp } from '../../src/app/main.ts'

await runApp((settings) => openGate(settings))
