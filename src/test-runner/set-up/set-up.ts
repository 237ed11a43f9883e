/** Makes checkouts ready to run: runs the set-up once for each state of what it installs, and shows tests what it left. */

import type { Suite } from '../run-plan.ts'
import type { Setup, SetupContext } from './install.ts'
import { setUpApart } from './set-up-apart.ts'
import { setUpInPlace } from './set-up-in-place.ts'

/** Apart from the checkout where a sandbox can lay it under an execution; otherwise in the checkout itself. */
export function createSetup(suites: readonly Suite[], context: SetupContext): Setup {
  return context.sandbox.isolation === 'namespaces' ? setUpApart(suites, context) : setUpInPlace(suites, context)
}
