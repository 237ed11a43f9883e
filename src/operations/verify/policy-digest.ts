/** What evidence is bound to besides its commit: the rules, how tests are run, and how their reports are read. */
import type { Config, SuiteConfig } from '../../core/model/config.ts'
import { toDigest } from '../../evidence/digest.ts'

/** Changes whenever the same reports would be read, or the same runs compared, in another way. */
export const MEASURING_VERSION = '5'

/**
 * Evidence under another digest is void.
 * @param suites configured or detected
 */
export function getPolicyDigest(
  config: Config,
  suites: readonly SuiteConfig[],
  measuring: string = MEASURING_VERSION,
): string {
  return toDigest({ config, suites, measuring })
}
