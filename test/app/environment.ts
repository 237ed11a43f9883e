/** The environment of an App whose GitHub knows acme/shop and little more. */
import { join } from 'node:path'
import { APP_ID, KEY, startHub } from './hub.ts'

export const SECRET = '9f2c81d07be64a35c1f08e7d42b6a953'

export async function createEnvironment(folder: string) {
  const hub = await startHub(({ path }) => (path === '/repos/acme/shop' ? { body: { id: 99 } } : null))
  const env = {
    APP_ID: String(APP_ID),
    PRIVATE_KEY: KEY,
    WEBHOOK_SECRET: SECRET,
    PORT: '0',
    HOST: '127.0.0.1',
    GHE_HOST: hub.host,
    GHE_PROTOCOL: 'http',
    TDD_GATE_STORE: join(folder, 'state/store.sqlite'),
  }
  return { hub, env }
}
