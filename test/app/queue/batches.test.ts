import { expect, test } from 'vitest'
import { createBatches } from '../../../src/app/queue/batches.ts'

test('calls that come while a batch is under way are the next one, each with its own answer', async () => {
  const batches: (readonly number[])[] = []
  const call = createBatches<number, string>(async (calls) => {
    batches.push(calls)
    return calls.map((one) => `answer ${one}`)
  })
  expect(await Promise.all([1, 2, 3].map(call))).toEqual(['answer 1', 'answer 2', 'answer 3'])
  expect(await call(4)).toBe('answer 4')
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('a burst beyond the bound is sent in several batches', async () => {
  const sizes: number[] = []
  const call = createBatches<number, number>(async (calls) => {
    sizes.push(calls.length)
    return calls
  })
  await Promise.all(Array.from({ length: 501 }, (_, n) => call(n)))
  expect(sizes).toEqual([500, 1])
})

test('a batch that fails refuses its own calls, and those after it are sent', async () => {
  const call = createBatches<string, string>(async (calls) => {
    if (calls.includes('bad')) throw new Error('no answer')
    return calls
  })
  await expect(call('bad')).rejects.toThrow('no answer')
  expect(await call('good')).toBe('good')
})
