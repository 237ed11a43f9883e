import { expect, test } from 'vitest'
import { coverageFormats, reportFormats } from '../../src/reports/index.ts'
import { getChance, mutate } from '../support/fuzz/mutate.ts'
import { getFault } from '../support/fuzz/reader.ts'
import { pickSeed, seeds } from '../support/fuzz/seeds.ts'
import { shareOf } from '../support/property-runs.ts'

/** A budget of its own: `npm run fuzz` goes on from here for as long as it may. */
const BUDGET = shareOf(1_500)

const reports = seeds()
const all = [...reports.values()].flat()

test('every format has a report to go astray from', () => {
  const formats = [...Object.keys(reportFormats), ...Object.keys(coverageFormats)]
  expect(formats.filter((format) => !reports.has(format))).toEqual([])
})

test('every recorded report is read as it is', () => {
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ bytes }) => getFault(bytes) !== null)).toEqual([])
})

test('damaged and malicious reports are read or refused, in pieces as in one', () => {
  for (let seed = 0; seed < BUDGET; seed += 1) {
    const chance = getChance(seed)
    const report = mutate(pickSeed(reports, chance), pickSeed(reports, chance), chance)
    expect(getFault(report), `seed ${seed}`).toBeNull()
  }
})

test('one seed always gives the same report', () => {
  const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = all.slice(3, 5).map(({ bytes }) => bytes)
  expect(mutate(a, b, getChance(7))).toEqual(mutate(a, b, getChance(7)))
  expect(mutate(a, b, getChance(7))).not.toEqual(mutate(a, b, getChance(8)))
})
