/** Brings evidence to a size that travels, whatever the suite's: what no decision needs goes first, and nothing else goes. */

import type { Phase } from '../core/evaluate/phase.ts'
import { type Evidence, isUnmeasured, type Problem } from '../core/model/evidence.ts'
import { canonical } from '../core/util/canonical.ts'
import { MAX_EVIDENCE_CHARACTERS } from './document.ts'
import { getWeight, type Heaviest, heaviest, longestName } from './size.ts'
import { type Cut, openTruncation, sampleLists, settleTexts, truncateLists } from './truncate.ts'

/** From generous to bare: messages are shortened before lists, since every entry may matter to somebody. */
const CUTS: readonly Cut[] = [
  { message: 2_000, listed: 1_000 },
  { message: 600, listed: 300 },
  { message: 240, listed: 150 },
  { message: 120, listed: 80 },
  { message: 120, listed: 30 },
  { message: 40, listed: 10 },
  { message: 0, listed: 1 },
]
/** Where nothing was measured, no list is read by anybody's decision. */
const BARE: Cut = { message: 200, listed: 0 }

/**
 * The decision from what is returned is the decision from what was given (verdicts, rules, states, drivers), or the
 * evidence says `too-large` and its commit counts as not measured. It holds where all evidence of a walk went through here.
 * @param phase of the commit, `start` for the base; null where it is not known: then what any phase needs stays
 * @param most characters of canonical JSON
 */
export function fitEvidenceToLimit(
  evidence: Evidence,
  phase: Phase | null = null,
  most: number = MAX_EVIDENCE_CHARACTERS,
): Evidence {
  const settled = settleTexts(evidence)
  if (fits(settled, most)) return settled
  if (isUnmeasured(evidence))
    return firstFitting(most, (cut) => sampleLists(settled, cut)) ?? sampleLists(settled, BARE)
  // What was cut once no longer says what more may go.
  const isWhole = evidence.omitted === undefined
  const fitted = isWhole ? firstFitting(most, openTruncation(settled, phase)) : null
  if (fitted) return fitted
  const needed = truncateLists(settled, phase, { message: 0, listed: 1 })
  const refused: Evidence = { ...settled, problems: [tooLarge(needed, phase, most)] }
  return firstFitting(most, (cut) => sampleLists(refused, cut)) ?? sampleLists(refused, BARE)
}

function firstFitting(most: number, cut: (size: Cut) => Evidence) {
  for (const size of CUTS) {
    const smaller = cut(size)
    if (fits(smaller, most)) return smaller
  }
  return null
}

/** What is far too large is not written out only to be counted. */
function fits(evidence: Evidence, most: number): boolean {
  return getWeight(evidence) <= most && canonical(evidence).length <= most
}

/** A name stands in several lists: one of this share of all characters is what does not fit, not the number of tests. */
const LONG_NAME = 0.25
const MAX_SHOWN = 60

function tooLarge(needed: Evidence, phase: Phase | null, most: number): Problem {
  const name = longestName(needed)
  if (name.length > most * LONG_NAME) return { code: 'too-large', message: sayLongName(name, most) }
  const { list, entries } = heaviest(needed)
  return {
    code: 'too-large',
    message: `${sayHeaviest(list, entries, phase)}: more than evidence can hold. ${sayHow(list, phase)}`,
  }
}

function sayLongName(name: string, most: number): string {
  const shown = name.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')
  return `The name of a test has ${name.length} characters: all evidence of a commit can hold ${most}. \`${shown}…\`. Give it a shorter name`
}

const say = (entries: number, one: string, many: string) => `${entries} ${entries === 1 ? one : many}`

function sayHeaviest(list: Heaviest['list'], entries: number, phase: Phase | null): string {
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

function sayHow(list: Heaviest['list'], phase: Phase | null): string {
  if (list === 'loadFailures' || list === 'runErrors') return 'Mend what they have in common first'
  if (list === 'watched') return 'Split the test file, so that fewer tests hang on one cycle'
  if (list === 'gone') return 'Merge the base in smaller steps'
  if (phase === 'red') return 'Split the RED commit: keep the first tests, and move the others to later cycles'
  return 'Mend or skip them on the base branch first'
}
