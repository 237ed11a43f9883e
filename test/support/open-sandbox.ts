/** Program for a test with another PATH: prints which isolation a policy comes to here, or the code of the error. */
import { GateError } from '../../src/core/model/errors.ts'
import type { IsolationPolicy } from '../../src/core/model/isolation.ts'
import { openSandbox } from '../../src/test-runner/sandbox/sandbox.ts'

const [policy = '', folder = '', network = 'host'] = process.argv.slice(2)
const places = { folder, tree: folder, top: null, hidden: [] }
const settings = {
  source: {},
  extra: [],
  node: process.execPath,
  network: network === 'none' ? 'none' : 'host',
} as const
try {
  const sandbox = await openSandbox({ ...places, ...settings, policy: policy as IsolationPolicy })
  process.stdout.write(sandbox.isolation)
} catch (error) {
  if (!(error instanceof GateError)) throw error
  process.stdout.write(error.code)
}
