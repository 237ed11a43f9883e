/** One process of the App, as `npm start` runs it once the App exists: `node test/demo/replica.ts`. */
import { openGate } from '../../src/app/gate/open.ts'
import { main } from '../../src/app/main.ts'

await main((settings) => openGate(settings))
