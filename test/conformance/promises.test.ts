import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from '../../scripts/docs.ts'
import { hasTitle } from '../support/titles.ts'
import { toHolder } from './founding-promise.ts'
import { PROMISES } from './promises.ts'

const CAPABILITIES = 114
const SENTENCES = 30
/** Capabilities that belong to linters, compilers and agents. */
const LEFT_OUT_AT_MOST = 6
/** May only fall. */
const OPEN_AT_MOST = 3

const count = (state: string) => PROMISES.filter((one) => one.state === state).length
const isMissing = (heldBy: string) => {
  const { path, title } = toHolder(heldBy)
  return !existsSync(path) || !hasTitle(readFileSync(path, 'utf8'), title)
}

describe('the promises of the founding documents', () => {
  test('have a row each, in their order', () => {
    const numbers = Array.from({ length: CAPABILITIES }, (_, index) => String(index + 1))
    const sentences = Array.from({ length: SENTENCES }, (_, index) => `N${index + 1}`)
    expect(PROMISES.map(({ id }) => id)).toEqual([...numbers, ...sentences])
  })

  test('are named by tests that exist, wherever they are kept', () => {
    expect(PROMISES.flatMap(({ heldBy }) => heldBy).filter(isMissing)).toEqual([])
    const kept = PROMISES.filter(({ state }) => state === 'whole' || state === 'other-form')
    expect(kept.filter(({ heldBy }) => heldBy.length === 0)).toEqual([])
  })

  test('have a reason where they are not kept as they stand', () => {
    expect(PROMISES.filter(({ state, because }) => (state === 'whole') !== (because === ''))).toEqual([])
  })

  test('are kept but for few', () => {
    expect(count('left-out')).toBeLessThanOrEqual(LEFT_OUT_AT_MOST)
    expect(count('open')).toBeLessThanOrEqual(OPEN_AT_MOST)
  })

  test('have a page that counts them and links to the tests', () => {
    const page = SECTIONS['founding-promises']?.() ?? ''
    expect(page.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(PROMISES.length + 2)
    expect(page).toContain('](../../test/operations/start.test.ts)')
    expect(SECTIONS['founding-counts']?.()).toContain(`${count('whole')} are kept as they stand`)
  })
})
