/** Gives every case of a run its file in the git tree and its key, and joins the reports of one run. */
import { type Failure, NO_ATTEMPTS, type TestCase, type TestRun } from '../core/model/test-run.ts'
import { mergeLoadErrors } from './failure/load-errors.ts'
import type { ParsedCase, TestReport } from './format.ts'
import type { Tree } from './json/tree.ts'
import { mergeReports } from './merge-reports.ts'
import { joinedOutput } from './output.ts'
import { getPlaceId, isVolatileName, normalise, testIdIn } from './test-id.ts'
import { reportTexts } from './texts.ts'
import { getResolver, type Resolver } from './xml/case-file.ts'

export { getJsonTree as treeOf, type Tree } from './json/tree.ts'
export { redactedKey as maskedKey } from './test-id.ts'

const MAX_AMBIGUOUS = 20

/** Reports of one execution -> one run. No report at all is an incomplete run, never a green one. */
export function identify(reports: readonly TestReport[], tree: Tree): TestRun {
  const resolver = getResolver(tree)
  const told = reports.map((report) => ({ report, cases: getCases(report, resolver) }))
  const file = (word: string | null) => (word === null ? null : resolver.fileOf(word))
  const loadErrors = mergeLoadErrors(
    reports.map((r) => r.loadErrors),
    (error) => ({ ...error, ...located(error, file(error.file)) }),
  )
  const hookFailures = reports.flatMap((r) => r.hookFailures).map((h) => ({ ...h, ...located(h, file(h.file)) }))
  const emptyFiles = [...new Set(reports.flatMap((r) => r.emptyFiles).map((word) => file(word) ?? word))]
  const ambiguous = [...resolver.ambiguous].slice(0, MAX_AMBIGUOUS).map((word) => reportTexts.ambiguousFile(word))
  const { cases, repetitions, contradictions } = mergeReports(told, { loadErrors, hookFailures })
  return {
    format: [...new Set(reports.map((r) => r.format))].join('+'),
    loadErrors,
    hookFailures,
    runErrors: reports.flatMap((r) => r.runErrors),
    emptyFiles,
    output: joinedOutput(reports.map((r) => r.output)),
    isComplete: reports.length > 0 && reports.every((r) => r.isComplete),
    cases,
    warnings: [...reports.flatMap((r) => r.warnings), ...ambiguous, ...repetitions, ...contradictions],
    contradictions,
  }
}

/** Keeps the name of an untracked file in the message. */
function located({ file, message }: { file: string | null; message: string }, resolved: string | null) {
  const isLost = file !== null && resolved === null && !message.includes(file)
  return { file: resolved, message: isLost ? `${file}: ${message}` : message }
}

function getCases(report: TestReport, resolver: Resolver): readonly TestCase[] {
  const seen = new Map<string, number>()
  let last: ParsedCase | null = null
  let place: CasePlace | null = null
  return report.cases.map((parsed) => {
    if (last === null || place === null || !isSamePlace(last, parsed)) place = placeIn(parsed, resolver)
    last = parsed
    const first = testIdIn(place.id, parsed.name, 1)
    const nth = (seen.get(first) ?? 0) + 1
    seen.set(first, nth)
    return toCase(parsed, place, nth, resolver)
  })
}

/** The place that neighbours share. */
interface CasePlace {
  readonly file: string | null
  /** The prefix of all their ids. */
  readonly id: string
  readonly isVolatile: boolean
}

const isSamePlace = (a: ParsedCase, b: ParsedCase) =>
  a.suite === b.suite && a.file === b.file && a.variant === b.variant && a.className === b.className

function placeIn(parsed: ParsedCase, resolver: Resolver): CasePlace {
  const { className } = parsed
  const named = parsed.file === null ? null : resolver.fileOf(parsed.file)
  const file = named ?? (className === undefined ? null : resolver.fileOf(className))
  const id = getPlaceId({ variant: parsed.variant, file, suite: keySuite(parsed, file, resolver) })
  return { file, id, isVolatile: parsed.suite.some(isVolatileName) }
}

/** Many writers make the file the first suite. The key would repeat it. */
function keySuite({ suite }: ParsedCase, file: string | null, resolver: Resolver): readonly string[] {
  const first = suite[0]
  if (first === undefined || file === null || /\s/.test(normalise(first))) return suite
  if (first === file) return suite.slice(1)
  if (resolver.fileOf(first) !== file) return suite
  const isDotted = !/[/\\]/.test(first) && !file.endsWith(first)
  const isWholeModule = `/${file}`.replace(/\.\w+$/, '').endsWith(`/${first.replaceAll('.', '/')}`)
  return isDotted && !isWholeModule ? suite : suite.slice(1)
}

/** Returns the case. @param nth its number among those with the same key */
function toCase(parsed: ParsedCase, place: CasePlace, nth: number, resolver: Resolver): TestCase {
  const { suite, name, variant, outcome, mark, durationMs, retries, attempts, failure } = parsed
  return {
    suite,
    name,
    variant,
    outcome,
    mark,
    durationMs,
    retries,
    attempts: attempts.length === 0 ? NO_ATTEMPTS : attempts.map((one) => placed(one, place.file, resolver)),
    id: testIdIn(place.id, name, nth),
    file: place.file ?? resolver.testFrameOf(parsed),
    nth,
    failure: failure && placed(failure, place.file, resolver),
    isVolatile: isVolatileName(name) || place.isVolatile,
  }
}

/** Returns a failure with its first frame inside of the tree. */
function placed(failure: Omit<Failure, 'at'>, file: string | null, resolver: Resolver): Failure {
  const frame = resolver.frameOf(failure, file)
  return { ...failure, at: frame?.at ?? null, line: frame?.line ?? failure.line }
}
