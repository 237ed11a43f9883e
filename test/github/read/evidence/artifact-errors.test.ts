/** What kind of refusal an artifact met is data of the error: its sentences may change. */
import { expect, test } from 'vitest'
import { invalidArtifact } from '../../../../src/github/read/evidence/archive.ts'
import { foreignArtifact, isOfOthers, isTemporary } from '../../../../src/github/read/evidence/run-evidence.ts'

test('a refusal carries its reason apart from the sentence', () => {
  expect(invalidArtifact('it holds no index')).toMatchObject({ code: 'bad-artifact', reason: 'it holds no index' })
})

test('evidence of another pull request is recognised', () => {
  expect(isOfOthers(foreignArtifact('it was judged for the base dev'))).toBe(true)
})

test('no text that an artifact or GitHub brings makes a refusal milder', () => {
  for (const cause of ['judged for others', 'nobody could check it']) {
    expect(isOfOthers(invalidArtifact('its digest differs', cause))).toBe(false)
    expect(isTemporary(invalidArtifact('its digest differs', cause))).toBe(false)
  }
})
