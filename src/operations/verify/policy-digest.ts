/** Computes the digest that binds evidence to rules, test commands and report readers. */
import type { Config, SuiteConfig } from '../../core/model/config.ts'
import { toDigest } from '../../evidence/digest.ts'

/** Increased whenever the same reports would be read, or the same runs compared, differently. */
export const MEASURING_VERSION = '10'

/**
 * Evidence with another digest is void. Keys that change no measurement and no rule, such as `check`, are left out.
 * @param suites configured or detected
 */
export function getPolicyDigest(
  config: Config,
  suites: readonly SuiteConfig[],
  measuring: string = MEASURING_VERSION,
): string {
  const { version, test, paths, policy, tasks } = config
  const [git, documents] = [{ branchPattern: config.git.branchPattern }, { path: tasks.path }]
  return toDigest({ config: { version, test, paths, policy, git, tasks: documents }, suites, measuring })
}
