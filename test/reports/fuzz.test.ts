import { expect, test } from 'vitest'
import { chanceOf, mutate } from '../support/fuzz/mutate.ts'
import { faultOf } from '../support/fuzz/reader.ts'
import { seeds } from '../support/fuzz/seeds.ts'

/** A budget of its own: `npm run fuzz` goes on from here for as long as it may. */
const BUDGET = 1_500

const reports = seeds()

test('every recorded report is read as it is', () => {
  expect(reports.length).toBeGreaterThan(50)
  expect(reports.filter(({ bytes }) => faultOf(bytes) !== null)).toEqual([])
})

test('damaged and malicious reports are read or refused, in pieces as in one', () => {
  for (let seed = 0; seed < BUDGET; seed += 1) {
    const chance = chanceOf(seed)
    const pick = () => reports[Math.floor(chance() * reports.length)]?.bytes ?? Buffer.alloc(0)
    expect(faultOf(mutate(pick(), pick(), chance)), `seed ${seed}`).toBeNull()
  }
})

test('one seed always gives the same report', () => {
  const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = reports.slice(3, 5).map(({ bytes }) => bytes)
  expect(mutate(a, b, chanceOf(7))).toEqual(mutate(a, b, chanceOf(7)))
  expect(mutate(a, b, chanceOf(7))).not.toEqual(mutate(a, b, chanceOf(8)))
})
