/** The law of fitting: a decision from fitted evidence is the decision from all of it, or the commit was not measured. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from '../../src/core/evaluate/decide.ts'
import { getPhase, type Phase } from '../../src/core/evaluate/phase.ts'
import type { Evidence } from '../../src/core/model/evidence.ts'
import type { Facts } from '../../src/core/model/facts.ts'
import type { Decision } from '../../src/core/model/finding.ts'
import type { Level } from '../../src/core/model/policy.ts'
import type { Outcome } from '../../src/core/model/test-run.ts'
import { canonical } from '../../src/core/util/canonical.ts'
import { fitEvidenceToLimit } from '../../src/evidence/fit-to-limit.ts'
import { normalizeTexts, truncateLists } from '../../src/evidence/truncate.ts'
import { type More, openPull } from '../core/story.ts'
import { shareOf } from '../support/property-runs.ts'

/** Two files whose tests turn, one that no commit touches, and tests without a file. */
const TESTS = ['a.test.ts', 'b.test.ts', 'old.test.ts'].flatMap((file) =>
  ['x', 'y', 'z', 'w'].map((name) => `${file} > ${name}`),
)
const FILELESS = ['one', 'two', 'three', 'four', 'five'].map((name) => `loose ${name}`)
const outcome = fc.constantFrom<Outcome>('passed', 'passed', 'failed', 'errored', 'skipped')
const outcomes = (ids: readonly string[]) =>
  fc.dictionary(
    fc.constantFrom(...ids),
    fc.oneof({ arbitrary: outcome, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 }),
    {
      maxKeys: 8,
    },
  )
const version = fc.constantFrom('v1', 'v2', 'v3')
const files = fc.dictionary(
  fc.constantFrom('a.test.ts', 'b.test.ts', 'src/a.ts', 'src/b.ts', 'package.json', 'a.md'),
  version,
  { minKeys: 1, maxKeys: 2 },
)
const phase = fc.constantFrom('red', 'red', 'green', 'green', 'green', 'refactor', 'neutral', 'characterize')
const text = fc.constantFrom('boom', 'long '.repeat(100), `${'long '.repeat(100)}end`)

const more = (ids: readonly string[]) =>
  fc.record<More>(
    {
      phase,
      task: fc.constantFrom('1', '2'),
      unloadable: fc.subarray(['a.test.ts', 'b.test.ts'], { maxLength: 1 }),
      again: fc.dictionary(fc.constantFrom(...ids), outcome, { maxKeys: 2 }) as fc.Arbitrary<Record<string, Outcome>>,
      without: fc.dictionary(fc.constantFrom(...ids), outcome, { maxKeys: 3 }) as fc.Arbitrary<Record<string, Outcome>>,
      runErrors: fc.array(text, { maxLength: 2 }),
      merge: fc.constantFrom(null, null, null, { isClean: true, isFromBase: true }),
      subject: fc.constantFrom('change', 'Tests: 3 passing', 'Tests: 2 failing'),
    },
    { requiredKeys: ['phase'] },
  )

const levels = fc.dictionary(
  fc.constantFrom(
    'suite-is-green',
    'no-test-vanished',
    'no-test-silenced',
    'only-green-turns-drivers',
    'red-is-repeatable',
  ),
  fc.constantFrom<Level>('off', 'warn', 'error'),
  { maxKeys: 2 },
)

/** A whole cycle that would be accepted, so that walks get somewhere; its file loads at RED or not. Seldom more shows when it is run again. */
const cycle = (ids: readonly string[]) => {
  const again = fc.dictionary(fc.constantFrom(...ids), outcome, { maxKeys: 2 }) as fc.Arbitrary<Record<string, Outcome>>
  return fc.record({
    drivers: fc.subarray(ids.slice(0, 9), { minLength: 1 }),
    isLoaded: fc.boolean(),
    task: fc.constantFrom('1', '2'),
    again: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: again, weight: 1 }),
  })
}

const walk = fc.constantFrom(TESTS, FILELESS, [...TESTS.slice(0, 4), ...FILELESS]).chain((ids) => {
  const step = fc.oneof(
    { arbitrary: fc.tuple(files, outcomes(ids), more(ids)), weight: 3 },
    { arbitrary: cycle(ids), weight: 1 },
  )
  const base = fc.dictionary(fc.constantFrom(...ids), outcome) as fc.Arbitrary<Record<string, Outcome>>
  return fc.record({ base, levels, steps: fc.array(step, { minLength: 1, maxLength: 4 }) })
})

type Walked = typeof walk extends fc.Arbitrary<infer T> ? T : never

function getFacts({ base, levels, steps }: Walked): Facts {
  const pull = openPull({ base, policy: { rules: levels } })
  for (const [i, step] of steps.entries()) {
    if (Array.isArray(step)) {
      pull.commit(...step)
      continue
    }
    const { drivers, isLoaded, task, again } = step
    const set = (outcome: Outcome) => Object.fromEntries(drivers.map((id) => [id, outcome]))
    const changed = [...new Set(drivers.map((id) => (id.includes(' > ') ? (id.split(' > ')[0] ?? id) : 'a.test.ts')))]
    const tests = Object.fromEntries(changed.map((file) => [file, `cycle ${i}`]))
    // What a load error keeps from running is seen at GREEN for the first time, with a file or without.
    pull.red(tests, isLoaded ? set('failed') : {}, { task, unloadable: isLoaded ? [] : changed })
    pull.green({ 'src/a.ts': `cycle ${i}` }, set('passed'), { task, again })
  }
  return pull.facts()
}

type Fit = (evidence: Evidence, phase: Phase) => Evidence

function fitAll(facts: Facts, fitOne: Fit): Facts {
  const phases = new Map(facts.commits.map((commit) => [commit.sha, getPhase(commit).phase]))
  const fitted = [...facts.evidence].map(([sha, evidence]): [string, Evidence] => [
    sha,
    fitOne(evidence, phases.get(sha) ?? 'start'),
  ])
  return { ...facts, evidence: new Map(fitted) }
}

/** Warns of tests that no earlier commit has shown. What stays of a long list may be those alone, so it can be missing. */
const OF_CUT_LIST = 'red-lists-passing-tests'

/** Everything about a decision but the words and the lists that people read. */
function comparableText({ conclusion, commits, subtasks, next }: Decision) {
  return {
    conclusion,
    subtasks,
    next: next && [next.action, next.phase, next.subtask, next.limits],
    commits: commits.map(({ phase, subtask, verdict, isSuperseded, findings, tests, proved, coverage }) => {
      const kept = findings.filter(({ rule }) => rule !== OF_CUT_LIST)
      const rules = kept.map(({ rule, level }) => `${rule} ${level}`)
      return { phase, subtask, verdict, isSuperseded, rules, tests, proved, coverage }
    }),
  }
}

const isTooLarge = ({ problems }: Evidence) => problems.some(({ code }) => code === 'too-large')

function holdsLaw(full: Facts, fitted: Facts): boolean {
  const all = decide(full)
  const decision = decide(fitted)
  const order = [full.base, ...full.commits.map(({ sha }) => sha)]
  const first = order.findIndex((sha) => {
    const evidence = fitted.evidence.get(sha)
    return evidence !== undefined && isTooLarge(evidence)
  })
  if (first === -1) {
    expect(comparableText(decision)).toEqual(comparableText(all))
    return true
  }
  const verdicts = ({ commits }: Decision) => commits.slice(0, Math.max(0, first - 1)).map(({ verdict }) => verdict)
  expect(verdicts(decision)).toEqual(verdicts(all))
  const large = decision.commits.filter(({ sha }) => {
    const evidence = fitted.evidence.get(sha)
    return evidence !== undefined && isTooLarge(evidence)
  })
  expect(
    large.filter(({ verdict, tests }) => tests !== null && verdict !== 'unmeasured' && verdict !== 'rejected'),
  ).toEqual([])
  return false
}

test('however much is cut, the decision stays the same', () => {
  fc.assert(
    fc.property(walk, fc.constantFrom(1, 1, 2), (given, listed) => {
      const full = getFacts(given)
      const cut = fitAll(full, (evidence, phase) => {
        const settled = normalizeTexts(evidence)
        return settled.problems.length > 0 ? settled : truncateLists(settled, phase, { message: 0, listed })
      })
      expect(comparableText(decide(cut))).toEqual(comparableText(decide(full)))
    }),
    { numRuns: shareOf(500) },
  )
})

test('a test of a changed file that only a later run of RED shows stays', () => {
  const given: Walked = {
    base: {},
    levels: {},
    steps: [
      [{ 'b.test.ts': 'v1' }, { 'a.test.ts > x': 'errored' }, { phase: 'red', again: { 'b.test.ts > x': 'skipped' } }],
    ],
  }
  const full = getFacts(given)
  const cut = fitAll(full, (evidence, phase) => truncateLists(evidence, phase, { message: 0, listed: 1 }))
  expect(comparableText(decide(full)).commits[0]?.rules).toEqual(['red-fails-in-changed-files error'])
  expect(comparableText(decide(cut))).toEqual(comparableText(decide(full)))
})

test('an unstable test without a file stays at GREEN, where it may be a driver', () => {
  const given: Walked = {
    base: { 'loose five': 'passed' },
    levels: {},
    steps: [
      { drivers: ['loose five'], isLoaded: false, task: '1', again: {} },
      [
        { 'a.test.ts': 'v1' },
        { 'loose one': 'errored', 'loose three': 'errored' },
        { phase: 'green', again: { 'loose three': 'passed' } },
      ],
    ],
  }
  const full = getFacts(given)
  const cut = fitAll(full, (evidence, phase) => truncateLists(evidence, phase, { message: 0, listed: 1 }))
  expect(comparableText(decide(cut))).toEqual(comparableText(decide(full)))
})

test('an unstable test of RED stays, also behind one that failed on the base already', () => {
  const given: Walked = {
    base: { 'b.test.ts > z': 'errored', 'a.test.ts > x': 'errored' },
    levels: {},
    steps: [
      { drivers: ['a.test.ts > x', 'b.test.ts > y', 'old.test.ts > x'], isLoaded: false, task: '1', again: {} },
      [{ 'a.test.ts': 'v1' }, {}, { phase: 'red', again: { 'a.test.ts > x': 'errored', 'old.test.ts > y': 'passed' } }],
    ],
  }
  const full = getFacts(given)
  const cut = fitAll(full, (evidence, phase) => truncateLists(evidence, phase, { message: 0, listed: 1 }))
  expect(comparableText(decide(cut))).toEqual(comparableText(decide(full)))
})

test('whatever the size that is asked for, the decision stays the same or says what was too large', () => {
  const seen = { same: 0, cut: 0, large: 0 }
  fc.assert(
    fc.property(walk, fc.integer({ min: 1_000, max: 2_000 }), (given, most) => {
      const full = getFacts(given)
      const fitted = fitAll(full, (evidence, phase) => fitEvidenceToLimit(evidence, phase, most))
      const isSame = holdsLaw(full, fitted)
      seen[isSame ? 'same' : 'large'] += 1
      if (isSame && [...fitted.evidence.values()].some(({ omitted }) => omitted !== undefined)) seen.cut += 1
    }),
    // All of them each time: some are rare.
    { numRuns: 300 },
  )
  // A fit that refuses everything, or cuts nothing, would keep the law.
  expect(Math.min(seen.same, seen.cut, seen.large)).toBeGreaterThan(10)
})

test('where the phase is not known, what any phase needs stays', () => {
  fc.assert(
    fc.property(walk, (given) => {
      const full = getFacts(given)
      const cut = fitAll(full, (evidence) =>
        evidence.problems.length > 0
          ? evidence
          : truncateLists(normalizeTexts(evidence), null, { message: 0, listed: 1 }),
      )
      expect(comparableText(decide(cut))).toEqual(comparableText(decide(full)))
    }),
    { numRuns: shareOf(500) },
  )
})

test('what fits stays as it is, and fitting again changes nothing', () => {
  fc.assert(
    fc.property(walk, fc.integer({ min: 700, max: 3_000 }), (given, most) => {
      const { evidence } = getFacts(given)
      for (const some of evidence.values()) {
        const once = fitEvidenceToLimit(some, 'green', most)
        expect(fitEvidenceToLimit(once, 'green', most)).toEqual(once)
        if (canonical(some).length <= most && some.runErrors.every(({ length }) => length < 200)) {
          expect({ ...once, runErrors: some.runErrors }).toEqual(some)
        }
      }
    }),
    { numRuns: shareOf(200) },
  )
})
