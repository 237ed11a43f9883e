import { expect, test } from 'vitest'
import { initialState, openDrivers } from '../../../src/core/model/state.ts'
import { aCycle, getState } from '../rules/support.ts'
import { failing, getEvidence, notLoaded } from '../support.ts'

const BASE = 'b'.repeat(40)

test('what fails at the base is known from the start', () => {
  const evidence = getEvidence({
    failing: [failing('old.test.ts > broken')],
    loadFailures: [notLoaded('gone.test.ts'), notLoaded(null)],
    runErrors: ['unhandled rejection'],
  })
  const state = initialState(BASE, evidence)
  expect([...state.knownFailing]).toEqual(['old.test.ts > broken'])
  expect([...state.knownLoadFailures]).toEqual(['gone.test.ts', ''])
  expect([...state.knownRunErrors]).toEqual(['unhandled rejection'])
  expect(state.baseline).toBe(BASE)
})

test('a base that could not be measured excuses nothing', () => {
  const evidence = getEvidence({ failing: [failing('a > b')], problems: [{ code: 'timeout', message: 'too slow' }] })
  expect(initialState(BASE, evidence).knownFailing.size).toBe(0)
})

test('the drivers of all open cycles are waited for', () => {
  const cycles = new Map([
    ['1', aCycle({ tests: ['a > x'] })],
    ['2', aCycle({ subtask: '2', tests: ['b > y'], files: ['c.test.ts'] })],
  ])
  const { tests, files } = openDrivers(getState({ cycles }))
  expect([...tests]).toEqual(['a > x', 'b > y'])
  expect([...files]).toEqual(['c.test.ts'])
})
