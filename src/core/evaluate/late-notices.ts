/** Settles what earlier commits left open: small changes of their code that only tests of a later commit notice. */
import { withoutAccepted } from '../compare/line-notes.ts'
import type { Sha } from '../model/commit.ts'
import {
  isSameMutant,
  type LateNotice,
  type SurvivingMutant,
  type TriedChange,
  type TriedMutants,
} from '../model/counterfactuals.ts'
import type { Evidence } from '../model/evidence.ts'
import type { Finding, HeldLines, JudgedCommit } from '../model/finding.ts'
import type { GateState } from '../model/state.ts'
import type { TestId } from '../model/test-run.ts'
import { changesArePinned, describeUnpinned } from '../rules/changes-are-pinned.ts'

type Unnoticed = GateState['unnoticed']

/** Returns what is open after an accepted commit: what its tests notice is not, and what they miss of its code is. */
export function followUnnoticed(before: Unnoticed, sha: Sha, evidence: Evidence | null): Unnoticed {
  if (evidence === null) return before
  const late = evidence.noticedLate ?? []
  const left = [...before].map(([earlier, mutants]) => [earlier, withoutNoticed(mutants, late)] as const)
  const { mutants } = withoutAccepted(evidence)
  const own = mutants && mutants.survived.length > 0 ? [[sha, mutants] as const] : []
  return new Map([...left.filter(([, { survived }]) => survived.length > 0), ...own])
}

/** Takes back what was said of earlier commits, where tests of this one notice it. */
export function settleNoticed(
  judged: readonly JudgedCommit[],
  open: Unnoticed,
  late: readonly LateNotice[] = [],
): readonly JudgedCommit[] {
  if (late.length === 0) return judged
  return judged.map((commit) => {
    const mutants = open.get(commit.sha)
    return mutants === undefined ? commit : settle(commit, withoutNoticed(mutants, late), late)
  })
}

function settle(commit: JudgedCommit, left: TriedMutants, late: readonly LateNotice[]): JudgedCommit {
  const findings = commit.findings.flatMap((finding): readonly Finding[] => {
    if (finding.rule !== changesArePinned.code) return [finding]
    return left.survived.length === 0 ? [] : [{ ...finding, ...describeUnpinned(left) }]
  })
  const { lines, tried } = commit
  return {
    ...commit,
    findings,
    ...(lines && { lines: lines.map((line) => holdLate(line, late, commit.proved)) }),
    ...(tried && { tried: tried.map((row) => noticeLate(row, late)) }),
  }
}

function noticeLate(row: TriedChange, late: readonly LateNotice[]): TriedChange {
  const { lines, from, to, result } = row
  const mutant = lines && from !== undefined && to !== undefined && { path: lines.path, line: lines.first, from, to }
  const noticed = mutant ? late.find((one) => isSameMutant(one, mutant)) : undefined
  return result !== 'unnoticed' || noticed === undefined
    ? row
    : { ...row, result: 'noticed', test: noticed.tests[0] ?? null }
}

/** A line whose last open change is noticed is held by what needs its piece, or else by the test that notices the change. */
function holdLate(line: HeldLines, late: readonly LateNotice[], drivers: readonly TestId[]): HeldLines {
  const { unnoticed = [], ...held } = line
  const isHere = ({ path, line: at }: SurvivingMutant) => path === line.path && line.first <= at && at <= line.last
  const noticed = late.filter(isHere)
  const left = unnoticed.filter(({ from, to }) => !noticed.some((one) => one.from === from && one.to === to))
  if (left.length === unnoticed.length) return line
  if (left.length > 0) return { ...line, unnoticed: left }
  const test = line.test ?? noticed[0]?.tests[0]
  const isDriver = test !== undefined && drivers.includes(test)
  return { ...held, by: isDriver ? 'driver' : 'other-test', ...(test !== undefined && { test }) }
}

function withoutNoticed(mutants: TriedMutants, late: readonly LateNotice[]): TriedMutants {
  const isOpen = (mutant: SurvivingMutant) => !late.some((one) => isSameMutant(one, mutant))
  return { ...mutants, survived: mutants.survived.filter(isOpen) }
}
