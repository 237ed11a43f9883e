/** Computes the key of a run in the local cache: everything that its result depends on. */
import type { Condition, TestConfig } from '../core/model/config.ts'
import { cacheKey, digestVariables } from './cache.ts'
import type { RunPlan } from './run-plan.ts'

/** Increased when the same run would be read differently. */
const MEASURE_VERSION = 11

interface KeyedOptions {
  readonly config: Pick<TestConfig, 'timeoutSeconds' | 'env' | 'setupEnv' | 'inputs' | 'isolation' | 'network'>
  readonly toolchain: Readonly<Record<string, string>>
  readonly source: Readonly<Record<string, string | undefined>>
}

interface KeyedRequest {
  readonly coverage: boolean
  /** Whether the suites are run so that they measure coverage; absent: not. */
  readonly ownCoverage?: boolean
  readonly repeat: number
  readonly canaryIn: readonly string[]
  readonly vary?: readonly Condition[]
}

/**
 * Computes the key. Variables may be secrets, so only their digest goes in.
 * @param read what tests can read: the tree, and the digest of lent packages
 */
export function toRunKey(
  { config, toolchain, source }: KeyedOptions,
  read: readonly unknown[],
  { parts, isPartial }: RunPlan,
  request: KeyedRequest,
): string {
  const { coverage, ownCoverage, repeat, canaryIn, vary } = request
  return cacheKey({
    version: MEASURE_VERSION,
    platform: `${process.platform}-${process.arch}`,
    toolchain,
    read,
    coverage,
    ...(ownCoverage && { ownCoverage }),
    repeat,
    canaryIn,
    vary,
    timeout: config.timeoutSeconds,
    env: digestVariables([...config.env, ...config.setupEnv], source),
    inputs: config.inputs ?? null,
    isolation: config.isolation,
    network: config.network,
    isPartial,
    parts: parts.map(({ suite, files, shard = null }) => [suite.config, files, shard]),
  })
}
