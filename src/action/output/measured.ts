/**
 * Reads and writes the outputs of measuring jobs: the digest of the recording and the conclusion. Each job sets them
 * before any upload.
 */
import { measuredOtherwise } from '../../core/errors/measuring.ts'
import type { Conclusion, Decision } from '../../core/model/finding.ts'
import { actionTexts } from '../texts.ts'

interface MeasuredOutput {
  /** sha256 of the recording, hexadecimal. */
  readonly digest: string
  /** `shard`: the job measured one part, which allows no conclusion on its own. */
  readonly conclusion: Conclusion | 'shard'
}

export interface MeasuringJobs {
  /** By the number of the shard; 1 without shards. Jobs without an output are missing. */
  readonly outputs: ReadonlyMap<number, MeasuredOutput>
  /** From GitHub's own record: a job failed or did not finish. */
  readonly hasFailed: boolean
}

const LINE = /^([1-9]\d{0,2}) ([0-9a-f]{64}) (success|failure|in_progress|unmeasurable|shard)$/
/** The line of a job without an output. */
const NO_OUTPUT = /^[1-9]\d{0,2}$/
/** `needs.<job>.result` */
const RESULT = /^(?:success|failure|cancelled|skipped)$/
/** Ranks conclusions by how green they are; all others rank equal. */
const WORTH = { success: 2, shard: 2, in_progress: 1, failure: 0, unmeasurable: 0 } as const

/** Formats the output `recording` of a measuring step. */
export function formatOutput({ digest, conclusion }: MeasuredOutput): string {
  return `${digest} ${conclusion}`
}

/**
 * Parses the outputs of all jobs.
 * @param text one line per job: the number of its shard, then its output; and the result of all jobs, if known
 * @throws GateError `bad-evidence` for anything else, and for two outputs of one job
 */
export function parseMeasured(text: string): MeasuringJobs {
  const outputs = new Map<number, MeasuredOutput>()
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const results = lines.filter((line) => RESULT.test(line))
  for (const line of lines) {
    if (line === '' || NO_OUTPUT.test(line) || RESULT.test(line)) continue
    const [, shard = '', digest = '', conclusion = ''] = LINE.exec(line) ?? []
    if (digest === '') throw measuredOtherwise(actionTexts.unknownLine(shown(line)))
    if (outputs.has(Number(shard))) throw measuredOtherwise(actionTexts.shardTwice(shard))
    outputs.set(Number(shard), { digest, conclusion: conclusion as MeasuredOutput['conclusion'] })
  }
  return { outputs, hasFailed: results.some((result) => result !== 'success') }
}

/**
 * Refuses a decision that is greener than a measuring job's conclusion. That job saw the same data before anything
 * could change it.
 * @throws GateError `bad-evidence` in this case
 */
export function refuseBetterThanMeasured(decision: Decision | null, { outputs, hasFailed }: MeasuringJobs): void {
  const judged = decision?.conclusion ?? 'unmeasurable'
  const conclusions = [...outputs.values()].map(({ conclusion }) => conclusion)
  const worse = conclusions.find((conclusion) => WORTH[conclusion] < WORTH[judged])
  if (worse !== undefined) throw measuredOtherwise(actionTexts.oneConcluded(judged, worse))
  if (hasFailed && WORTH[judged] === WORTH.success) throw measuredOtherwise(actionTexts.someFailed(judged))
}

function shown(line: string): string {
  return JSON.stringify(line.slice(0, 80))
}
