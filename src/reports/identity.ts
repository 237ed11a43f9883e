/** Gives every case of a run its file in the git tree and its key, and joins the reports of one run. */
import type { ReadRun, TestCase, TestRun } from '../core/model/test-run.ts'
import { getPlaces, toCase } from './case-identity.ts'
import { mergeLoadErrors } from './failure/load-errors.ts'
import type { LargeReport, TestReport } from './format.ts'
import type { Tree } from './json/tree.ts'
import { lazyCases } from './lazy-cases.ts'
import { mergeReports } from './merge-reports.ts'
import { joinedOutput } from './output.ts'
import { testIdIn } from './test-id.ts'
import { reportTexts } from './texts.ts'
import { getResolver, type Resolver } from './xml/case-file.ts'

export { getJsonTree as treeOf, type Tree } from './json/tree.ts'
export { redactedKey as maskedKey } from './test-id.ts'

const MAX_AMBIGUOUS = 20

/** Reports of one execution -> one run. No report at all is an incomplete run, never a green one. */
export function identify(reports: readonly TestReport[], tree: Tree): TestRun {
  const resolver = getResolver(tree)
  const told = reports.map((report) => ({ report, cases: getCases(report, resolver) }))
  const about = aboutRun(reports, resolver)
  const { cases, repetitions, contradictions } = mergeReports(told, about)
  const warnings = [...about.warnings, ...repetitions, ...contradictions]
  return { ...about, cases, warnings, contradictions }
}

/** Identifies one report of any size. Data is created on demand. */
export function identifyLarge(report: LargeReport, tree: Tree): ReadRun {
  const resolver = getResolver(tree)
  const cases = lazyCases(report.cases, resolver)
  return { ...aboutRun([report], resolver), cases }
}

/** Returns the facts of a run besides its tests. @param resolver has resolved the files of its tests */
function aboutRun(reports: readonly TestReport[], resolver: Resolver): Omit<TestRun, 'cases'> {
  const file = (word: string | null) => (word === null ? null : resolver.fileOf(word))
  const loadErrors = mergeLoadErrors(
    reports.map((r) => r.loadErrors),
    (error) => ({ ...error, ...located(error, file(error.file)) }),
  )
  const hookFailures = reports.flatMap((r) => r.hookFailures).map((h) => ({ ...h, ...located(h, file(h.file)) }))
  const emptyFiles = [...new Set(reports.flatMap((r) => r.emptyFiles).map((word) => file(word) ?? word))]
  const warnings = [...reports.flatMap((r) => r.warnings), ...getAmbiguity(resolver)]
  return {
    format: [...new Set(reports.map((r) => r.format))].join('+'),
    loadErrors,
    hookFailures,
    runErrors: reports.flatMap((r) => r.runErrors),
    emptyFiles,
    output: joinedOutput(reports.map((r) => r.output)),
    isComplete: reports.length > 0 && reports.every((r) => r.isComplete),
    warnings,
  }
}

function getCases(report: TestReport, resolver: Resolver): readonly TestCase[] {
  const seen = new Map<string, number>()
  const placeOf = getPlaces(resolver)
  return report.cases.map((parsed) => {
    const place = placeOf(parsed)
    const first = testIdIn(place.id, parsed.name, 1)
    const nth = (seen.get(first) ?? 0) + 1
    seen.set(first, nth)
    return toCase(parsed, place, nth, resolver)
  })
}

/** Keeps the name of an untracked file in the message. */
function located({ file, message }: { file: string | null; message: string }, resolved: string | null) {
  const isLost = file !== null && resolved === null && !message.includes(file)
  return { file: resolved, message: isLost ? `${file}: ${message}` : message }
}

function getAmbiguity({ ambiguous }: Resolver): readonly string[] {
  const say = (word: string) => reportTexts.ambiguousFile(word)
  return [...ambiguous].slice(0, MAX_AMBIGUOUS).map(say)
}
