import { expect, test } from 'vitest'
import { GateError } from '../../../../src/core/model/errors.ts'
import { createReadOnce, MAX_CHARACTERS } from '../../../../src/github/read/evidence/read-once.ts'

/** Asks twice for the same key. @returns how often the value was read */
async function countReads(value: unknown): Promise<number> {
  let reads = 0
  const once = createReadOnce()
  const read = async () => {
    reads += 1
    if (value instanceof Error) throw value
    return value
  }
  for (const _ of [1, 2]) await once.get('7001', read).catch((error: unknown) => expect(error).toBe(value))
  return reads
}

test.each([
  ['evidence', { documents: [] }, 1],
  ['evidence of more characters than the bound', 'x'.repeat(MAX_CHARACTERS), 2],
  ['a refusal of the content', new GateError('bad-evidence', 'It is forged.', 'Measure again.'), 1],
  ['an answer that did not come', new Error('socket hang up'), 2],
] as const)('the App that asks twice for %s reads it once, unless it may not be kept', async (_, value, reads) => {
  expect(await countReads(value)).toBe(reads)
})
