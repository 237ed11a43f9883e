/** Collects the texts of a failure: its attributes and its body, within limits. */
import { MAX_ATTEMPTS, MAX_MESSAGE, MAX_STACK } from '../../core/model/test-run.ts'
import { ATTEMPT_COST } from '../failure/failures.ts'
import { LIMITS } from '../format.ts'
import { cleanText } from '../text.ts'
import { reportTexts } from '../texts.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'
import type { RawCase, RawProblem } from './raw.ts'
import { optional } from './values.ts'

/** More than MAX_STACK, so that cleaning still leaves enough text. Longer bodies are skipped. */
const BODY = MAX_STACK * 2
const OUTPUT = /^system-(?:out|err)$/

/** The failure of the open element. */
export interface CaseBody {
  readonly element: RawProblem['element']
  readonly message: string
  readonly type: string | null
  readonly depth: number
  /** True for a failure of an earlier attempt. */
  readonly isAttempt: boolean
  readonly pieces: string[]
  size: number
  /** The depth of an open output element inside; its text is not part of the failure. */
  outputDepth: number | null
}

/** The memory that the failures of one report use. */
export interface Kept {
  text: number
  attempts: number
}

export function newBody(
  { element, message, type }: Pick<RawProblem, 'element' | 'message' | 'type'>,
  depth: number,
  isAttempt = false,
): CaseBody {
  return { element, message, type, depth, isAttempt, pieces: [], size: 0, outputDepth: null }
}

export function getHead(element: RawProblem['element'], attributes: Attributes) {
  const message = cleanText(attributes.get('message') ?? '', MAX_MESSAGE)
  return { element, message, type: optional(attributes.get('type'), 300) }
}

/** Surefire and nextest write the output of an attempt inside of its element. */
export function openInside(body: CaseBody, name: string, depth: number): void {
  if (body.isAttempt && OUTPUT.test(name)) body.outputDepth ??= depth
}

export function closeInside(body: CaseBody, depth: number): void {
  if (body.outputDepth === depth) body.outputDepth = null
}

/** When the report's limit is reached, a body counts only where there is no message. */
export function wantsText({ size, isAttempt, message, outputDepth }: CaseBody, kept: Kept): boolean {
  if (size >= BODY || outputDepth !== null) return false
  return isAttempt ? hasRoom(kept) : kept.text <= LIMITS.keptText || message === ''
}

export function addText(body: CaseBody, text: string): void {
  body.pieces.push(text)
  body.size += text.length
}

export function problemIn({ element, message, type, pieces }: CaseBody): RawProblem {
  return { element, message, type, text: cleanText(own(pieces.join('').slice(0, BODY)), MAX_STACK) }
}

/** When the report's limit is reached, a failure keeps the first line of its message. */
export function boundedBody(problem: RawProblem, kept: Kept, warnings: string[]): RawProblem {
  kept.text += problem.message.length + problem.text.length
  if (kept.text <= LIMITS.keptText) return problem
  if (warnings.length === 0) warnings.push(reportTexts.firstLineOnly(LIMITS.keptText))
  const [first = ''] = (problem.message || problem.text).split('\n', 1)
  return { ...problem, message: cleanText(own(first), 200), text: '' }
}

/** A dropped attempt may be the only sign that the case failed, so it is still counted. */
export function addAttempt(inside: RawCase, problem: RawProblem, kept: Kept, warnings: string[]): void {
  inside.attempts = withAttempt(inside.attempts, problem, kept)
  const isReported = inside.isFlaky || inside.attempts.length > 0 || inside.problems.length > 0
  if (!isReported) inside.problems = [boundedBody(problem, kept, warnings)]
}

/** Adds an attempt within the bounds on number and text. */
function withAttempt(attempts: readonly RawProblem[], problem: RawProblem, kept: Kept): readonly RawProblem[] {
  if (attempts.length >= MAX_ATTEMPTS || !hasRoom(kept)) return attempts
  kept.attempts += problem.message.length + problem.text.length + ATTEMPT_COST
  return [...attempts, problem]
}

const hasRoom = ({ attempts }: Kept) => attempts <= LIMITS.keptAttempts
