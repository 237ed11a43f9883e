/** Reads TAP of Criterion: suite and name in one word, then the duration or the reason of the end. */
import type { FailureWords } from '../failure/failures.ts'
import { addCase, type TapOut } from './out.ts'
import type { TapPoint } from './tree.ts'
import { getWords } from './words.ts'

const SECONDS = '\\((\\d{1,9}\\.\\d\\d)s\\)'
const POINT = new RegExp(
  `^(\\w{1,400})::(\\w{1,400})(?: {2}${SECONDS}| (timed out) ${SECONDS}| (unexpected signal after [^\\n]{1,400}))?$`,
)
const TIME = new RegExp(`${SECONDS}$`)

/** Only a stream with durations is Criterion's: other writers have names such as `suite::name` too. */
export function isCriterion(points: readonly TapPoint[]): boolean {
  return points.every(({ name }) => POINT.test(name)) && points.some(({ name }) => TIME.test(name))
}

export function addCriterion(out: TapOut, point: TapPoint): void {
  const [, suite = '', name = '', took, late, after, signal] = POINT.exec(point.name) ?? []
  const seconds = took ?? after
  const durationMs = seconds === undefined ? null : Number(seconds) * 1_000
  addCase(out, { ...point, name, durationMs }, { file: null, suite: [suite] }, wordsFor(point, late, signal))
}

function wordsFor(point: TapPoint, late: string | undefined, signal: string | undefined): FailureWords {
  if (late !== undefined) return { message: late, kind: 'timeout' }
  if (signal !== undefined) return { message: signal, kind: 'crash' }
  if (point.diagnostic.has('message')) return getWords(point)
  return { message: 'it ended, and no assertion failed', kind: 'crash' }
}
