/** Prepares checkouts: runs the set-up once for each state of its manifests, and shows tests the result. */

import type { Suite } from '../run-plan.ts'
import type { Setup, SetupContext } from './install.ts'
import { setUpApart } from './set-up-apart.ts'
import { setUpInPlace } from './set-up-in-place.ts'

/** Chooses the place of the result: apart from the checkout where a sandbox can mount it, otherwise in the checkout. */
export function createSetup(suites: readonly Suite[], context: SetupContext): Setup {
  return context.sandbox.isolation === 'namespaces' ? setUpApart(suites, context) : setUpInPlace(suites, context)
}
