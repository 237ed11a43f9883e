import { describe, expect, test } from 'vitest'
import { judgeNotes, readNotes, withoutAccepted } from '../../../src/core/compare/line-notes.ts'
import type { LineNote } from '../../../src/core/model/counterfactuals.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { getEvidence } from '../support.ts'

const path = 'src/pay.ts'
const read = (after: string, before: string | null = null, origin: string | null = before) =>
  readNotes(path, { before, after, origin })

describe('a note is read', () => {
  test.each([
    ['behind the code', 'log(x) // tdd-gate: accepted only for people'],
    ['in a comment with an end', 'log(x) /* tdd-gate: accepted only for people */'],
    ['in Python', 'log(x)  # tdd-gate: accepted only for people'],
    ['in SQL', 'log(x) -- tdd-gate: accepted: only for people'],
  ])('%s', (_, line) => {
    expect(read(`a\n${line}\nb\n`)).toEqual([{ path, line: 2, reason: 'only for people', isNew: true }])
  })

  test('in a line of its own, for the line below it', () => {
    const text = 'a\n  // tdd-gate: accepted only for people\n  log(x)\n'
    expect(read(text)).toEqual([{ path, line: 3, reason: 'only for people', isNew: true }])
  })

  test('behind a closing brace, for that line', () => {
    expect(read('} // tdd-gate: accepted the end\nb\n')).toMatchObject([{ line: 1 }])
  })

  test('without a reason, as one that gives none', () => {
    expect(read('log(x) // tdd-gate: accepted\n')).toMatchObject([{ reason: '' }])
    expect(read('log(x) // tdd-gate: accepted ...\n')).toMatchObject([{ reason: '' }])
  })

  test('as one of the base, wherever its line moved, and whatever its indentation', () => {
    const line = 'log(x) // tdd-gate: accepted only for people'
    expect(read(`if (a) {\n  ${line}\n}\n`, `${line}\n`)).toEqual([{ path, line: 2, reason: 'only for people' }])
  })

  test('as one of the pull request, where only an earlier commit of it has the same', () => {
    const text = 'log(x) // tdd-gate: accepted only for people\n'
    expect(read(`a\n${text}`, text, 'a\n')).toMatchObject([{ isNew: true }])
  })

  test('as void, where the code of its line has changed', () => {
    const [before, after] = ['x > 1', 'x > 2'].map((code) => `if (${code}) go() // tdd-gate: accepted no edge\n`)
    expect(read(after!, before)).toMatchObject([{ isVoid: true }])
    expect(read(after!.replace('no edge', 'still no edge'), before)).toEqual([
      { path, line: 1, reason: 'still no edge', isNew: true },
    ])
  })

  test('as a further one with the same reason, where the first one stands as it was', () => {
    const [one, two] = ['a()', 'b()'].map((code) => `${code} // tdd-gate: accepted only logs`)
    expect(read(`${one}\n${two}\n`, `${one}\n`)).toEqual([
      { path, line: 1, reason: 'only logs' },
      { path, line: 2, reason: 'only logs', isNew: true },
    ])
  })
})

const note = (part: Partial<LineNote> = {}): LineNote => ({ path, line: 3, reason: 'only logs', isNew: true, ...part })
const SURVIVED = { path, line: 3, from: 'x > 1', to: 'x >= 1' }
const MUTANTS = { tried: 1, untried: 0, survived: [SURVIVED] }
const warns = () => 'warn' as const
const facts = (notes: readonly LineNote[], part: Partial<Evidence> = {}) =>
  getEvidence({ notes, ...(Object.keys(part).length > 0 ? part : { mutants: MUTANTS }) })

describe('a note is judged', () => {
  test('it accepts what no test notices at its line, and the finding loses it', () => {
    const all = facts([note()])
    expect(judgeNotes(all, warns)).toEqual([{ ...note(), is: 'accepted', lines: [{ path, first: 3, last: 3 }] }])
    expect(withoutAccepted(all).mutants?.survived).toEqual([])
  })

  test.each([
    ['lines that no test needs', 'unaskedLines'],
    ['lines that no test runs', 'unrun'],
  ])('it accepts %s from their first line on, and no range that it stands within', (_, key) => {
    const range = { path, first: 2, last: 9 }
    const part = { [key]: [range] }
    expect(judgeNotes(facts([note()], part), warns)).toMatchObject([{ is: 'accepted', lines: [range] }])
    expect(withoutAccepted(facts([note()], part))).toMatchObject({ [key]: [] })
    expect(judgeNotes(facts([note({ line: 5 })], part), warns)).toEqual([])
    expect(withoutAccepted(facts([note({ line: 5 })], part))).toMatchObject({ [key]: [range] })
  })

  test.each([
    ['void', note({ isVoid: true })],
    ['unexplained', note({ reason: '' })],
  ])('it is %s, and the finding stays', (is, one) => {
    expect(judgeNotes(facts([one]), warns)).toMatchObject([{ is }])
    expect(withoutAccepted(facts([one])).mutants?.survived).toEqual([SURVIVED])
  })

  test('where the rule is an error, it counts for nothing', () => {
    expect(judgeNotes(facts([note()]), () => 'error')).toMatchObject([{ is: 'refused' }])
  })

  test('at a line that a test needs it is stale; at a line that was not tried nothing is said', () => {
    const parts = [{ path, first: 3, last: 3, by: 'driver' as const }]
    expect(judgeNotes(facts([note()], { parts }), warns)).toMatchObject([{ is: 'stale' }])
    expect(judgeNotes(facts([note()], { unrun: [] }), warns)).toEqual([])
  })
})
