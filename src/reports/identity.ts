/** Gives every case of a run its file in the git tree and its key, and joins the reports of one run. */
import { type Failure, NO_ATTEMPTS, type Outcome, type TestCase, type TestRun } from '../core/test-run.ts'
import { type Resolver, resolverOf } from './case-file.ts'
import type { ParsedCase, TestReport } from './format.ts'
import { mergeLoadErrors } from './load-errors.ts'
import { joinedOutput } from './output.ts'
import { isVolatileName, normalise, testId } from './test-id.ts'
import type { Tree } from './tree.ts'

export { maskedKey } from './test-id.ts'
export { type Tree, treeOf } from './tree.ts'

const MAX_AMBIGUOUS = 20
const MAX_SHOWN = 5
/** A skipped test proves nothing, so it is worse than a passed one. */
const BADNESS: Readonly<Record<Outcome, number>> = { passed: 0, skipped: 1, failed: 2, errored: 3 }

/** Reports of one execution -> one run. No report at all is an incomplete run, never a green one. */
export function identify(reports: readonly TestReport[], tree: Tree): TestRun {
  const resolver = resolverOf(tree)
  const { cases, twice } = merge(reports.map((report) => casesOf(report, resolver)))
  const file = (word: string | null) => (word === null ? null : resolver.fileOf(word))
  const loadErrors = mergeLoadErrors(
    reports.map((r) => r.loadErrors),
    (error) => ({ ...error, ...located(error, file(error.file)) }),
  )
  const hookFailures = reports.flatMap((r) => r.hookFailures).map((h) => ({ ...h, ...located(h, file(h.file)) }))
  const emptyFiles = [...new Set(reports.flatMap((r) => r.emptyFiles).map((word) => file(word) ?? word))]
  const warnings = [...reports.flatMap((r) => r.warnings), ...ambiguityOf(resolver), ...repetitionOf(twice)]
  return {
    format: [...new Set(reports.map((r) => r.format))].join('+'),
    cases,
    loadErrors,
    hookFailures,
    runErrors: reports.flatMap((r) => r.runErrors),
    emptyFiles,
    output: joinedOutput(reports.map((r) => r.output)),
    isComplete: reports.length > 0 && reports.every((r) => r.isComplete),
    warnings,
  }
}

function casesOf(report: TestReport, resolver: Resolver): readonly TestCase[] {
  const seen = new Map<string, number>()
  return report.cases.map((parsed) => toCase(parsed, resolver, seen))
}

function toCase(parsed: ParsedCase, resolver: Resolver, seen: Map<string, number>): TestCase {
  const named = fileOf(parsed, resolver)
  const record = { variant: parsed.variant, file: named, suite: keySuite(parsed, named, resolver), name: parsed.name }
  const first = testId({ ...record, nth: 1 })
  const nth = (seen.get(first) ?? 0) + 1
  seen.set(first, nth)
  const placed = (failure: Omit<Failure, 'at'>): Failure => {
    const frame = resolver.frameOf(failure, named)
    return { ...failure, at: frame?.at ?? null, line: frame?.line ?? failure.line }
  }
  return {
    suite: parsed.suite,
    name: parsed.name,
    variant: parsed.variant,
    outcome: parsed.outcome,
    mark: parsed.mark,
    durationMs: parsed.durationMs,
    retries: parsed.retries,
    attempts: parsed.attempts.length === 0 ? NO_ATTEMPTS : parsed.attempts.map(placed),
    id: nth === 1 ? first : testId({ ...record, nth }),
    file: named ?? resolver.testFrameOf(parsed),
    nth,
    failure: parsed.failure && placed(parsed.failure),
    isVolatile: isVolatileName(parsed.name) || parsed.suite.some(isVolatileName),
  }
}

function fileOf({ file, className }: ParsedCase, resolver: Resolver): string | null {
  const named = file === null ? null : resolver.fileOf(file)
  return named ?? (className === undefined ? null : resolver.fileOf(className))
}

/** Many writers make the file the first suite; in the key it would only say the same again. */
function keySuite({ suite }: ParsedCase, file: string | null, resolver: Resolver): readonly string[] {
  const first = suite[0]
  if (first === undefined || file === null || /\s/.test(normalise(first))) return suite
  if (first === file) return suite.slice(1)
  if (resolver.fileOf(first) !== file) return suite
  const isDotted = !/[/\\]/.test(first) && !file.endsWith(first)
  const isWholeModule = `/${file}`.replace(/\.\w+$/, '').endsWith(`/${first.replaceAll('.', '/')}`)
  return isDotted && !isWholeModule ? suite : suite.slice(1)
}

/** One key is one test: told twice by shards that should not overlap, the worse outcome counts. */
function merge(reports: readonly (readonly TestCase[])[]) {
  if (reports.length === 1) return { cases: reports[0] ?? [], twice: [] }
  const cases = new Map<string, TestCase>()
  const twice: string[] = []
  for (const test of reports.flat()) {
    const known = cases.get(test.id)
    if (known !== undefined) twice.push(test.id)
    if (known === undefined || BADNESS[test.outcome] > BADNESS[known.outcome]) cases.set(test.id, test)
  }
  return { cases: [...cases.values()], twice }
}

/** A file that is not tracked stays in the words, so that a reader still learns which one it was. */
function located({ file, message }: { file: string | null; message: string }, resolved: string | null) {
  const isLost = file !== null && resolved === null && !message.includes(file)
  return { file: resolved, message: isLost ? `${file}: ${message}` : message }
}

function ambiguityOf({ ambiguous }: Resolver): readonly string[] {
  const say = (word: string) => `\`${word}\` fits more than one tracked file, so its tests belong to none`
  return [...ambiguous].slice(0, MAX_AMBIGUOUS).map(say)
}

function repetitionOf(twice: readonly string[]): readonly string[] {
  if (twice.length === 0) return []
  const tests = twice.length === 1 ? '1 test is' : `${twice.length} tests are`
  return [`${tests} in more than one report; the worse outcome counts: ${twice.slice(0, MAX_SHOWN).join(', ')}`]
}
