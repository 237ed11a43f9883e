/** Shared by the readers of XML reports with one element per test: the groups around a test, and the final report. */
import type { HookFailure } from '../../core/model/test-run.ts'
import { failureKeeper, type Keeper } from '../failure/failures.ts'
import type { ParsedCase, ParsedReport } from '../format.ts'
import { testCounter } from '../json/lines.ts'
import { type CaseOutcome, createCase, createHookFailure, toJsonReport } from '../json/report.ts'
import type { XmlEnd } from './xml.ts'

export interface XmlCases {
  readonly keep: Keeper
  /** Names of the open groups. */
  readonly groups: string[]
  readonly cases: ParsedCase[]
  readonly hooks: HookFailure[]
  readonly claims: string[]
  readonly add: (outcome: CaseOutcome, part: Pick<ParsedCase, 'name'> & Partial<ParsedCase>) => void
  /** A test that is truncated by the end of the report. */
  readonly addCut: (part: Pick<ParsedCase, 'name'> & Partial<ParsedCase>) => void
  readonly addHook: (suite: readonly string[], message: string) => void
}

export function newXmlCases(): XmlCases {
  const count = testCounter()
  const keep = failureKeeper()
  const cases: ParsedCase[] = []
  const hooks: HookFailure[] = []
  const groups: string[] = []
  const add: XmlCases['add'] = (outcome, part) => {
    count()
    cases.push(createCase(outcome, { suite: groups.filter((name) => name !== ''), ...part }))
  }
  return {
    keep,
    groups,
    cases,
    hooks,
    claims: [],
    add,
    addCut: (part) => add(keep.died(), part),
    addHook: (suite, message) => hooks.push(createHookFailure(null, [...suite], message)),
  }
}

/** A broken document is a run error; everything before the break counts. */
export function xmlReport(format: string, { cases, hooks, claims }: XmlCases, end: XmlEnd): ParsedReport {
  const { brokenBy, warnings } = end
  const runErrors = brokenBy === null ? [] : [brokenBy.message]
  return toJsonReport(
    format,
    { cases, hookFailures: hooks, runErrors, isComplete: brokenBy === null, warnings },
    { claims },
  )
}
