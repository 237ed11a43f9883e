import { describe, expect, test } from 'vitest'
import { formatOutput, parseMeasured, refuseBetterThanMeasured } from '../../../src/action/output/measured.ts'
import type { Conclusion, Decision } from '../../../src/core/model/finding.ts'
import { ACCEPTED } from '../../support/decision.ts'

const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)]
const refused = expect.objectContaining({
  code: 'bad-evidence',
  suggestion: expect.objectContaining({ text: expect.stringContaining('re-run all jobs of the workflow') }),
})

describe('the output of measuring jobs', () => {
  test('the digests and conclusions are those that the steps wrote', () => {
    const word = formatOutput({ digest: ONE, conclusion: 'failure' })
    expect(parseMeasured(`success\n1 ${word}\n2 ${TWO} shard\n3 \n`)).toEqual({
      outputs: new Map([
        [1, { digest: ONE, conclusion: 'failure' }],
        [2, { digest: TWO, conclusion: 'shard' }],
      ]),
      hasFailed: false,
    })
  })

  test.each(['failure', 'cancelled', 'skipped', 'success\nfailure'])('the result %j is a failure', (results) => {
    expect(parseMeasured(`${results}\n1 ${ONE} success`).hasFailed).toBe(true)
  })

  test.each([
    ['a line that lost its number', `${ONE} success`],
    ['a word that is no digest', '1 abc success'],
    ['a word that is no conclusion', `1 ${ONE} neutral`],
    ['words behind the conclusion', `1 ${ONE} success success`],
    ['ignores a line that another job added after its own', `1 ${ONE} success\n2 ${TWO} success\n2 ${ONE} success`],
  ])('%s is refused', (_, text) => {
    expect(() => parseMeasured(text)).toThrow(refused)
  })
})

describe('a verdict', () => {
  const judge = (conclusion: Conclusion, text: string) => () =>
    refuseBetterThanMeasured({ ...ACCEPTED, conclusion } as Decision, parseMeasured(text))

  test.each<[Conclusion, string]>([
    ['success', 'failure'],
    ['success', 'in_progress'],
    ['success', 'unmeasurable'],
    ['in_progress', 'failure'],
    ['in_progress', 'unmeasurable'],
  ])('refuses a verdict of %s where the measuring job concluded %s', (judged, measured) => {
    expect(judge(judged, `success\n1 ${ONE} ${measured}`)).toThrow(refused)
    expect(judge(judged, `success\n1 ${ONE} shard\n2 ${TWO} ${measured}`), 'in one of two shards').toThrow(refused)
  })

  test.each<[Conclusion, string]>([
    ['success', 'success'],
    ['success', 'shard'],
    ['failure', 'unmeasurable'],
    ['failure', 'success'],
    ['unmeasurable', 'failure'],
    ['in_progress', 'in_progress'],
  ])('keeps a verdict of %s where the measuring job concluded %s', (judged, measured) => {
    expect(judge(judged, `success\n1 ${ONE} ${measured}`)).not.toThrow()
  })

  test('refuses a success where GitHub reports that measuring failed, whatever its step said', () => {
    expect(judge('success', `failure\n1 ${ONE} success`)).toThrow(refused)
    expect(judge('failure', `failure\n1 ${ONE} success`)).not.toThrow()
  })
})
