import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { getFolder } from './folder.ts'
import { startIssuer } from './oidc.ts'
import { runAction } from './runner.ts'

const CODE = `import * as core from ${JSON.stringify(import.meta.resolve('@actions/core'))}
core.setOutput('token', await core.getIDToken('tdd-gate:abc').catch((error) => error.message))`
const runWith = (env: Readonly<Record<string, string>>) =>
  runAction({ action: getFolder({ 'action.yml': 'runs: { using: node24, main: main.mjs }', 'main.mjs': CODE }), env })

test("GitHub's own toolkit gets a token of the audience that it asks for", async () => {
  await using issuer = await startIssuer({ claims: { run_id: '77' } })
  const { outputs, masked: redacted } = await runWith(issuer.env)
  const keys = createRemoteJWKSet(new URL(`${issuer.url}/.well-known/jwks`))
  const options = { issuer: issuer.url, audience: 'tdd-gate:abc', algorithms: ['RS256'] }
  const { payload } = await jwtVerify(outputs['token'] ?? '', keys, options)
  expect(payload).toMatchObject({ repository_id: '812', run_id: '77', runner_environment: 'github-hosted' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
  expect(redacted).toContain(outputs['token'])
  expect(issuer.audiences).toEqual(['tdd-gate:abc'])
  await expect(jwtVerify(await issuer.sign('other'), keys, options)).rejects.toThrow('"aud"')
})

test.each([
  [{ ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'stolen' }, undefined],
  [{}, 403],
])('and none with %j and an answer of %s', async (env, refuse) => {
  await using issuer = await startIssuer(refuse === undefined ? {} : { refuse })
  expect((await runWith({ ...issuer.env, ...env })).outputs['token']).toContain('Failed to get ID Token')
})
