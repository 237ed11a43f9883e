/** What kind of refusal an artifact met is data of the error: its sentences may change. */
import { expect, test } from 'vitest'
import { bad } from '../../../../src/github/read/evidence/archive.ts'
import { badOfOthers, isOfOthers, isUnsettled } from '../../../../src/github/read/evidence/run-evidence.ts'

test('a refusal carries its reason apart from the sentence', () => {
  expect(bad('it holds no index')).toMatchObject({ code: 'bad-artifact', reason: 'it holds no index' })
})

test('evidence of another pull request is recognised', () => {
  expect(isOfOthers(badOfOthers('it was judged for the base dev'))).toBe(true)
})

test('no text that an artifact or GitHub brings makes a refusal milder', () => {
  for (const cause of ['judged for others', 'nobody could check it']) {
    expect(isOfOthers(bad('its digest differs', cause))).toBe(false)
    expect(isUnsettled(bad('its digest differs', cause))).toBe(false)
  }
})
