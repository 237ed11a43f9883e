/** Computes the digest that binds evidence to rules, test commands and report readers. */
import type { Config, SuiteConfig } from '../../core/model/config.ts'
import { toDigest } from '../../evidence/digest.ts'

/** Increased whenever the same reports would be read, or the same runs compared, differently. */
export const MEASURING_VERSION = '5'

/**
 * Evidence with another digest is void.
 * @param suites configured or detected
 */
export function getPolicyDigest(
  config: Config,
  suites: readonly SuiteConfig[],
  measuring: string = MEASURING_VERSION,
): string {
  return toDigest({ config, suites, measuring })
}
