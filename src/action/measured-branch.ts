/** Measures in a job: live, with everything recorded for the judge. */

import { dirname } from 'node:path'
import { otherShards } from '../core/errors/action.ts'
import type { Shard, TestConfig } from '../core/model/config.ts'
import { GateError } from '../core/model/errors.ts'
import { fitEvidenceToLimit } from '../evidence/fit-to-limit.ts'
import { measureBranch } from '../operations/verify/measure-branch.ts'
import { getToolchain, type OpenMeasurer } from '../operations/verify/open-measurer.ts'
import type { Hooks } from '../operations/verify/progress.ts'
import { createMeasurer } from '../test-runner/measurer.ts'
import { addVariables, credentialVariables } from '../test-runner/process/environment.ts'
import { createRecorder, type Recorder } from '../test-runner/recording/record.ts'
import { getSessionOptions, withIsolation } from './judged-branch.ts'
import type { MeasureBranchOptions, WalkedBranch } from './ports.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Secrets that the runner gives to a step. */
const RUNNER_SECRETS = ['INPUT_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'GITHUB_TOKEN']

/**
 * Measures the branch.
 * @throws GateError, or the abort's reason; the recording contains what was measured until then
 */
export async function measuredBranch(
  options: MeasureBranchOptions,
  hooks: Hooks,
  env: Variables,
): Promise<WalkedBranch> {
  let recorder: Recorder | null = null
  const openMeasurer: OpenMeasurer = async (parts) => {
    const toolchain = await getToolchain(parts)
    const secrets = getSecrets(parts.config, env)
    const hidden = [...(parts.hidden ?? []), dirname(options.recording)]
    recorder ??= createRecorder(options.recording, { secrets, shard: getShard(parts.config, options.shard) })
    const source = addVariables(parts.source, options.variables ?? {}, parts.config)
    return createMeasurer({ ...withIsolation(parts, options), source, hidden, toolchain, recorder })
  }
  const kept = () => recorder as Recorder | null
  const measuring = await measureBranch(getSessionOptions(options), hooks, {
    fit: fitEvidenceToLimit,
    openMeasurer,
    store: options.store,
  })
  const { error, decision, base, head, sequence, notes, measured } = measuring
  try {
    // After a signal, or a bug of ours, the recording has no end line: the missing part was not measured.
    if (error === null || error instanceof GateError) kept()?.end(error)
  } finally {
    const digest = kept()?.digest()
    if (digest !== undefined) options.onRecorded(digest)
  }
  if (error !== null) throw error
  const reused = new Map(measured.flatMap((one) => (one.reused === null ? [] : [[one.commit, one.reused] as const])))
  const { policyDigest } = measuring
  return {
    decision,
    base,
    head,
    sequence,
    policyDigest,
    notes,
    reused,
    failing: new Map(),
    patches: new Map(),
    isolation: null,
  }
}

/** Returns the secrets: the variables passed to tests may be secret, and so may the runner's own. */
function getSecrets({ env: handedOn }: Pick<TestConfig, 'env'>, env: Variables): readonly string[] {
  const named = [...handedOn, ...RUNNER_SECRETS].flatMap((name) => env[name] ?? [])
  return [...named, ...Object.values(credentialVariables(env, handedOn))]
}

/** Returns this job's shard. The base's configuration sets the number of shards; the job only names its index. */
function getShard({ shards }: Pick<TestConfig, 'shards'>, index: number | null): Shard | null {
  if (shards === 1 && (index === null || index === 1)) return null
  if (index !== null && index <= shards) return { index, count: shards }
  throw otherShards(shards, index)
}
