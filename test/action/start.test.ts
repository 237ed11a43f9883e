/** Tests which modules a step loads before it can refuse: every further one delays every start. */
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { getFolder } from '../support/folder.ts'
import { runAction } from '../support/runner.ts'
import { TELL_LOADED } from '../support/tell-loaded.ts'

const NO_PAYLOAD = { name: 'pull_request', payload: {} }
const REFUSED = { name: 'issues', payload: {} }

/** From the sources, whose modules are known by their files. */
async function loadedBy(event: typeof REFUSED): Promise<readonly string[]> {
  const action = join(getFolder({}), 'checkout')
  for (const part of ['action.yml', 'package.json', 'src'])
    cpSync(resolve(part), join(action, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(action, 'node_modules'))
  const { exitCode, raw } = await runAction({ action, event, env: { NODE_OPTIONS: `--import=${TELL_LOADED}` } })
  expect(exitCode).toBe(1)
  return raw.split('\n').filter((line) => line.startsWith('file:'))
}

test.each([REFUSED, NO_PAYLOAD])(
  '$name without a payload: neither the schemas of evidence nor the large zod',
  async (event) => {
    const loaded = await loadedBy(event)
    const having = (part: string) => loaded.filter((url) => url.includes(part))
    expect(having('/src/evidence/log.ts')).toHaveLength(1)
    expect(having('/src/intake/payload.ts')).toHaveLength(1)
    expect(having('/src/evidence/schema.ts')).toEqual([])
    expect(having('/zod/v4/classic/')).toEqual([])
  },
)
