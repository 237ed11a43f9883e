/** What a measuring job says of itself before anything is uploaded: the digest of its recording, and what it concludes. */
import { GateError } from '../../core/model/errors.ts'
import type { Conclusion, Decision } from '../../core/model/finding.ts'

export interface Measured {
  /** sha256 of the recording, hexadecimal. */
  readonly digest: string
  /** `shard`: it measured a part, of which alone nothing can be concluded. */
  readonly conclusion: Conclusion | 'shard'
}

export interface MeasuringJobs {
  /** By the number of the shard; 1 where there are none. A job that came to no word is left out. */
  readonly words: ReadonlyMap<number, Measured>
  /** GitHub's own record: a job did not come to its end, or failed. */
  readonly hasFailed: boolean
}

const LINE = /^([1-9]\d{0,2}) ([0-9a-f]{64}) (success|failure|in_progress|unmeasurable|shard)$/
/** A job that came to no word leaves its number alone. */
const NO_WORD = /^[1-9]\d{0,2}$/
/** `needs.<job>.result` */
const RESULT = /^(?:success|failure|cancelled|skipped)$/
/** How green each is; of two that are not green at all none is better. */
const WORTH = { success: 2, shard: 2, in_progress: 1, failure: 0, unmeasurable: 0 } as const

/** As the output `recording` of a measuring step tells it. */
export function toWord({ digest, conclusion }: Measured): string {
  return `${digest} ${conclusion}`
}

/**
 * @param text for each job a line: the number of its shard, then its word; and the result of all of them, if it is known
 * @throws GateError `bad-evidence` for anything else, and for two words of one job
 */
export function parseMeasured(text: string): MeasuringJobs {
  const words = new Map<number, Measured>()
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const results = lines.filter((line) => RESULT.test(line))
  for (const line of lines) {
    if (line === '' || NO_WORD.test(line) || RESULT.test(line)) continue
    const [, shard = '', digest = '', conclusion = ''] = LINE.exec(line) ?? []
    if (digest === '') throw refused(`The input measured holds a line that no measuring step says: ${shown(line)}.`)
    if (words.has(Number(shard))) throw refused(`The input measured holds two lines for shard ${shard}.`)
    words.set(Number(shard), { digest, conclusion: conclusion as Measured['conclusion'] })
  }
  return { words, hasFailed: results.some((result) => result !== 'success') }
}

/**
 * What was judged is no better than what any job that measured it concluded: it had the same in its hands, and more.
 * @throws GateError `bad-evidence` otherwise
 */
export function refuseBetter(decision: Decision | null, { words, hasFailed }: MeasuringJobs): void {
  const judged = decision?.conclusion ?? 'unmeasurable'
  const said = [...words.values()].map(({ conclusion }) => conclusion)
  const worse = said.find((conclusion) => WORTH[conclusion] < WORTH[judged])
  if (worse !== undefined)
    throw refused(`The recording reads as ${judged}, and the job that measured it concluded ${worse}.`)
  if (hasFailed && WORTH[judged] === WORTH.success)
    throw refused(`The recordings read as ${judged}, and a job that measured them did not end well.`)
}

function refused(message: string): GateError {
  return new GateError(
    'bad-evidence',
    message,
    'Find the test, or what it starts, that writes outside its own folder; then re-run all jobs of the workflow.',
  )
}

function shown(line: string): string {
  return JSON.stringify(line.slice(0, 80))
}
