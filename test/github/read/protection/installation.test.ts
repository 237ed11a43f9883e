import { expect, test } from 'vitest'
import { createClient, type Request } from '../../../../src/github/client.ts'
import { readInstallation } from '../../../../src/github/read/protection/installation.ts'
import { openStage, SHOP } from '../../../simulator/stage.ts'

test('what an installation grants is read with the key of the App', async () => {
  const { github, asApp, gate, installation } = await openStage({ permissions: { checks: 'write' } })
  const app = createClient(asApp.request as unknown as Request, 'app')
  expect(await readInstallation(app, SHOP)).toEqual({
    permissions: { metadata: 'read', checks: 'write' },
    events: gate.app.events,
    suspendedAt: null,
    page: `${github.url}/organizations/acme/settings/installations/${installation.id}`,
  })
  const elsewhere = readInstallation(app, { owner: 'acme', repo: 'other' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'github-refused', cause: { status: 404 } })
})
