/**
 * How many cases a property tries. `npm test` tries other ones each time, and a share of them; `npm run test:all`, which
 * runs everything, tries all. Loaded before each test file, it sets the number for properties that name none.
 */
import fc from 'fast-check'

const SHARE = process.env.RUNS === 'live' ? 1 : 0.05
const USUAL = 100

/** @param all that `npm run test:all` tries */
export const shareOf = (all: number): number => Math.ceil(all * SHARE)

fc.configureGlobal({ numRuns: shareOf(USUAL) })
