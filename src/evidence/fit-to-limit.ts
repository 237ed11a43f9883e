/** Shortens evidence to its limit, whatever the size of the suite. Only data that no decision reads is removed. */
import type { Phase } from '../core/evaluate/phase.ts'
import { type Evidence, isUnmeasured } from '../core/model/evidence.ts'
import type { Problem } from '../core/model/test-run.ts'
import { canonical } from '../core/util/canonical.ts'
import { MAX_EVIDENCE_CHARACTERS } from './document.ts'
import { estimateSize, findLargestList, findLongestName, type Heaviest } from './size.ts'
import { evidenceRefusals } from './texts.ts'
import { normalizeTexts, openTruncation, sampleLists, type TruncationLimits, truncateLists } from './truncate.ts'

/** From the largest to the smallest. Messages are shortened before lists, because readers may need every entry. */
const CUTS: readonly TruncationLimits[] = [
  { message: 2_000, listed: 1_000 },
  { message: 600, listed: 300 },
  { message: 240, listed: 150 },
  { message: 120, listed: 80 },
  { message: 120, listed: 30 },
  { message: 40, listed: 10 },
  { message: 0, listed: 1 },
]
/** For commits without a measurement, where no decision reads a list. */
const BARE: TruncationLimits = { message: 200, listed: 0 }

/**
 * Shortens evidence to at most `most` characters. The decision from the returned evidence equals the decision from the
 * given one (verdicts, rules, states, drivers). Otherwise the evidence becomes `too-large`, and its commit counts as
 * not measured. This holds where all evidence of a walk was shortened by this function. @param phase of the commit,
 * `start` for the base; null where it is unknown: then data for every phase stays @param most characters of canonical
 * JSON
 */
export function fitEvidenceToLimit(
  evidence: Evidence,
  phase: Phase | null = null,
  most: number = MAX_EVIDENCE_CHARACTERS,
): Evidence {
  const normalized = normalizeTexts(evidence)
  if (fits(normalized, most)) return normalized
  if (isUnmeasured(evidence))
    return firstFitting(most, (cut) => sampleLists(normalized, cut)) ?? sampleLists(normalized, BARE)
  // Evidence that was shortened before lacks the data that decides what else may be removed.
  const isWhole = evidence.omitted === undefined
  const fitted = isWhole ? firstFitting(most, openTruncation(normalized, phase)) : null
  if (fitted) return fitted
  const needed = truncateLists(normalized, phase, { message: 0, listed: 1 })
  const refused: Evidence = { ...normalized, problems: [tooLarge(needed, phase, most)] }
  return firstFitting(most, (cut) => sampleLists(refused, cut)) ?? sampleLists(refused, BARE)
}

function firstFitting(most: number, cut: (size: TruncationLimits) => Evidence) {
  for (const size of CUTS) {
    const smaller = cut(size)
    if (fits(smaller, most)) return smaller
  }
  return null
}

/** Estimates the size first, so that evidence far over the limit is never serialised. */
function fits(evidence: Evidence, most: number): boolean {
  return estimateSize(evidence) <= most && canonical(evidence).length <= most
}

/** Share of the limit from which a single test name, and not the number of tests, is reported as the cause. */
const LONG_NAME = 0.25
const MAX_SHOWN = 60

function tooLarge(needed: Evidence, phase: Phase | null, most: number): Problem {
  const name = findLongestName(needed)
  if (name.length > most * LONG_NAME) return { code: 'too-large', message: describeLongName(name, most) }
  const { list, entries } = findLargestList(needed)
  return {
    code: 'too-large',
    message: evidenceRefusals.tooManyEntries(describeHeaviest(list, entries, phase), suggestReduction(list, phase)),
  }
}

function describeLongName(name: string, most: number): string {
  const shown = name.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')
  return evidenceRefusals.longName(name.length, most, shown)
}

const say = (entries: number, one: string, many: string) => `${entries} ${entries === 1 ? one : many}`

function describeHeaviest(list: Heaviest['list'], entries: number, phase: Phase | null): string {
  switch (list) {
    case 'loadFailures':
      return say(entries, 'test file does not load', 'test files do not load')
    case 'runErrors':
      return say(entries, 'error outside of tests', 'errors outside of tests')
    case 'failing':
      return `${say(entries, 'test fails', 'tests fail')}${phase === 'red' || phase === null ? '' : ' that failed before'}`
    case 'gone':
      return say(entries, 'test is gone or skipped', 'tests are gone or skipped')
    case 'watched':
      return say(entries, 'test belongs to the open cycles', 'tests belong to the open cycles')
    default:
      return list satisfies never
  }
}

function suggestReduction(list: Heaviest['list'], phase: Phase | null): string {
  if (list === 'loadFailures' || list === 'runErrors') return evidenceRefusals.fixCommonCause
  if (list === 'watched') return evidenceRefusals.splitTestFile
  if (list === 'gone') return evidenceRefusals.mergeSmaller
  if (phase === 'red') return evidenceRefusals.splitRed
  return evidenceRefusals.fixOnBase
}
