/** Laws of the decision that hold for whatever commits, evidence and policies come in, honest or not. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../../src/core/evaluate/decide.ts'
import { PHASES } from '../../../src/core/evaluate/phase.ts'
import type { Facts } from '../../../src/core/model/facts.ts'
import type { Outcome } from '../../../src/core/model/test-run.ts'
import { shareOf } from '../../support/property-runs.ts'
import { anyFacts as facts } from '../any-facts.ts'
import { openPull, type Pull } from '../story.ts'

describe('for whatever comes in', () => {
  test('there is a decision, the same every time, and nothing that came in is touched', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const before = structuredClone(given)
        const decision = decide(given)
        expect(decide(structuredClone(given))).toEqual(decision)
        expect(given).toEqual(before)
        expect(decision.commits.map(({ sha }) => sha)).toHaveLength(given.commits.length)
        for (const { phase } of decision.commits) expect(PHASES).toContain(phase)
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('success means that every commit that stands was accepted and nothing waits', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { conclusion, commits, subtasks, next } = decide(given)
        expect(next === null).toBe(conclusion === 'success')
        if (conclusion !== 'success') return
        const standing = commits.filter(({ isSuperseded }) => !isSuperseded)
        expect(standing.filter(({ verdict }) => verdict !== 'accepted')).toEqual([])
        expect(subtasks.filter(({ status }) => status !== 'done')).toEqual([])
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('an accepted commit had evidence of its own wherever something had to run', () => {
    fc.assert(
      fc.property(facts, (given) => {
        for (const { sha, verdict, tests } of decide(given).commits) {
          const evidence = given.evidence.get(sha)
          if (verdict !== 'accepted' || tests === null) continue
          expect(evidence).toMatchObject({ commit: sha, problems: [] })
        }
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('a subtask is done only with drivers that failed at RED and passed at GREEN', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const seen = new Set(
          [...given.evidence.values()].flatMap(({ watched: tracked }) =>
            tracked.filter(({ outcomes }) => outcomes.every((outcome) => outcome === 'passed')).map(({ id }) => id),
          ),
        )
        for (const { status, drivers } of decide(given).subtasks) {
          if (status !== 'done' && status !== 'green') continue
          expect(drivers.length).toBeGreaterThan(0)
          expect(drivers.filter((id) => !seen.has(id))).toEqual([])
        }
      }),
      { numRuns: shareOf(300) },
    )
  })

  test('nothing that came before depends on what came after, but that the head answers for the branch', () => {
    fc.assert(
      fc.property(facts, fc.nat({ max: 9 }), ({ policy, ...facts }, length) => {
        const rules = { ...policy.rules, 'proved-tests-hold': 'off' as const }
        const given = { ...facts, policy: { ...policy, rules } }
        const shorter = { ...given, commits: given.commits.slice(0, length) }
        const verdicts = (some: Facts) => decide(some).commits.map(({ verdict }) => verdict)
        expect(verdicts(given).slice(0, length)).toEqual(verdicts(shorter))
      }),
      { numRuns: shareOf(200) },
    )
  })
})

test('an unrelated test that passes all along changes no verdict', () => {
  const step = fc.record({
    phase: fc.constantFrom('red', 'green', 'refactor', 'neutral'),
    path: fc.constantFrom('a.test.ts', 'src/a.ts', 'package.json', 'a.md'),
    version: fc.constantFrom('v1', 'v2', 'v3'),
    outcome: fc.constantFrom<Outcome>('passed', 'failed', 'skipped'),
  })
  const getVerdicts = (
    steps: readonly { phase: string; path: string; version: string; outcome: Outcome }[],
    more: object,
  ) => {
    const pull = openPull({ base: { 'old.test.ts > works': 'passed', ...more } })
    for (const { phase, path, version, outcome } of steps)
      pull.commit({ [path]: version }, { 'a.test.ts > x': outcome }, { phase })
    return pull.lines()
  }
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      expect(getVerdicts(steps, { 'unrelated.test.ts > x': 'passed' })).toEqual(getVerdicts(steps, {}))
    }),
  )
})

/** Returns what findings print of git, but for what only reads. */
function printedCommands({ decision }: Pick<Pull, 'decision'>): readonly string[] {
  return decision().commits.flatMap(({ findings }) =>
    findings.flatMap(({ suggestion: { text, commands } }) => [
      ...commands,
      ...(/git (?!show|diff|log)[a-z-]+/.exec(text) ?? []),
    ]),
  )
}

describe('a finding prints no command that changes anything', () => {
  test('where a GREEN stands on a rejected cycle, which is named', () => {
    const pull = openPull()
    pull.red({ 'cart.test.ts': 'v1' }, { 'cart.test.ts > adds': 'failed' })
    pull.green({ 'src/cart.ts': 'v1', 'package.json': 'v1' }, { 'cart.test.ts > adds': 'passed' })
    pull.red({ 'pad.test.ts': 'v1' }, { 'pad.test.ts > pads': 'failed' })
    const green = pull.green({ 'src/pad.ts': 'v1' }, { 'pad.test.ts > pads': 'passed' })
    const { findings } = pull.decision().commits.find(({ sha }) => sha === green.sha) ?? { findings: [] }
    const text = 'Correct the first rejected commit. This one is judged after it.'
    expect(findings).toMatchObject([
      {
        message: 'An earlier commit changed tests after RED: pad.test.ts',
        suggestion: { text, commands: [] },
      },
      {
        message: 'An earlier commit changed the harness together with code: package.json',
        suggestion: { text, commands: [] },
      },
    ])
    expect(printedCommands(pull)).toEqual([])
  })

  test('on any branch', () => {
    const paths = ['cart.test.ts', 'pad.test.ts', 'src/cart.ts', 'src/pad.ts', 'package.json']
    const step = fc.record({
      phase: fc.constantFrom('red', 'green', 'refactor', 'neutral'),
      task: fc.constantFrom('1', '2'),
      paths: fc.subarray(paths, { minLength: 1 }),
      version: fc.constantFrom('v1', 'v2', null),
      outcome: fc.constantFrom<Outcome>('passed', 'failed'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const pull = openPull()
        pull.red({ 'cart.test.ts': 'v0' }, { 'cart.test.ts > adds': 'failed' }, { task: '1' })
        for (const { paths: changed, version, outcome, ...more } of steps)
          pull.commit(
            Object.fromEntries(changed.map((path) => [path, version])),
            { 'cart.test.ts > adds': outcome },
            more,
          )
        expect(printedCommands(pull)).toEqual([])
      }),
      { numRuns: shareOf(300) },
    )
  })
})
