/** Parses one line of TAP 12, 13 or 14. */

export type TapLine =
  | { readonly kind: 'point'; readonly level: number; readonly point: TapHead }
  | { readonly kind: 'plan'; readonly level: number; readonly count: number; readonly isSkipped: boolean }
  | { readonly kind: 'subtest'; readonly level: number; readonly text: string }
  | { readonly kind: 'comment'; readonly level: number; readonly text: string }
  | { readonly kind: 'bail'; readonly text: string }
  | { readonly kind: 'close'; readonly level: number }
  | { readonly kind: 'version' }
  | { readonly kind: 'other' }

export interface TapHead {
  readonly isOk: boolean
  readonly name: string
  /** The number that the writer gave; null without one. */
  readonly number: number | null
  readonly directive: 'skip' | 'todo' | null
  /** Node: the test was expected to fail. */
  readonly isExpected: boolean
  readonly durationMs: number | null
  /** Vitest opens a block: the children follow their parent. */
  readonly isBlock: boolean
}

const INDENT = 4
const POINT = /^(not )?ok(?: +(\d+))?(?: +- +| +|$)(.*)$/
const PLAN = /^1\.\.(\d{1,9})(?:\s*#\s*(.*))?$/
const DIRECTIVE = /(?:^|\s)#\s*(skip|todo)\b(.*)$/i
/** Node writes it with exactly this capitalisation. */
/** cmocka writes the name of the skipped test where others write the reason. */
const SKIPPED_NAME = /^not ok +\d+ # SKIP (\w{1,400})$/
const EXPECTED = /\s# EXPECTED FAILURE(?: .*)?$/
const TIME = / # time=([\d.]{1,20})(ms|s)$/
const OTHER = { kind: 'other' } as const

/** lab: repeats the number of the test, and writes the title after the directive. */
const LAB = /^((?:not )?ok +\d+) (# (?:SKIP|TODO) )?\(\d+\) (.*)$/
/** A number or a dash distinguishes a result from words such as `ok then` or `okay`. */
const MARKED = /^(?:not )?ok *(?:- |$|#)/

/**
 * Parses a line. A line that is not TAP is `other`, usually output of the tests.
 * @param isBare the results of this stream have neither numbers nor dashes
 */
export function toTapLine(text: string, isBare = false): TapLine {
  const line = text.trimStart()
  const level = (text.length - line.length) / INDENT
  if (line === '' || !Number.isInteger(level)) return OTHER
  if (line.startsWith('ok') || line.startsWith('not ok'))
    return toPoint(line.replace(LAB, '$1 $3 $2'), level, isBare && level === 0)
  if (line.startsWith('#')) return toComment(line, level)
  if (line.startsWith('Bail out!')) return { kind: 'bail', text: line.replace(/^Bail out!\s*/, 'Bail out! ').trim() }
  if (line === '}') return { kind: 'close', level }
  if (/^TAP version 1[234]$/.test(line.trimEnd())) return { kind: 'version' }
  const plan = PLAN.exec(line.trimEnd())
  if (plan === null) return OTHER
  return { kind: 'plan', level, count: Number(plan[1]), isSkipped: /^skip/i.test(plan[2] ?? '') }
}

function toComment(line: string, level: number): TapLine {
  const text = line.replace(/^#\s?/, '')
  const subtest = /^Subtest: (.*)$/.exec(text)?.[1]
  return subtest === undefined ? { kind: 'comment', level, text } : { kind: 'subtest', level, text: unescaped(subtest) }
}

function toPoint(line: string, level: number, isBare: boolean): TapLine {
  const match = POINT.exec(line)
  if (match === null || (match[2] === undefined && !isBare && !MARKED.test(line))) return OTHER
  const isBlock = match[3]?.endsWith(' {') === true
  const rest = isBlock ? match[3]?.slice(0, -2) : match[3]
  const { name: fullName, directive } = withoutDirective(rest ?? '')
  const isExpected = EXPECTED.test(fullName)
  const name = isExpected ? fullName.replace(EXPECTED, '') : fullName
  const time = TIME.exec(name)
  const durationMs = time === null ? null : Number(time[1]) * (time[2] === 's' ? 1_000 : 1)
  const plain = unescaped(time === null ? name : name.slice(0, time.index))
  const number = match[2] === undefined ? null : Number(match[2])
  const point = { isOk: match[1] === undefined, name: plain.trim(), number, directive, isExpected, durationMs, isBlock }
  const title = point.name || SKIPPED_NAME.exec(line)?.[1]
  return { kind: 'point', level, point: { ...point, name: title || (match[2] ?? '') } }
}

function withoutDirective(rest: string): { name: string; directive: TapHead['directive'] } {
  const match = DIRECTIVE.exec(rest.slice(-1_000))
  if (match === null) return { name: rest, directive: null }
  const name = rest.slice(0, Math.max(0, rest.length - match[0].length))
  return { name, directive: match[1]?.toLowerCase() === 'todo' ? 'todo' : 'skip' }
}

const unescaped = (text: string) => text.replace(/\\([\\#])/g, '$1')
