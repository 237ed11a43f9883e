import { describe, expect, test } from 'vitest'
import { allPaged, findPaged, PAGE } from '../../src/github/pages.ts'

/** As GitHub gives the numbers from 1 to `count`: as many as fit on a page. */
function listOf(count: number): { readonly read: (page: number) => Promise<number[]>; readonly asked: number[] } {
  const asked: number[] = []
  const read = async (page: number) => {
    asked.push(page)
    const before = (page - 1) * PAGE
    return Array.from({ length: Math.min(PAGE, Math.max(0, count - before)) }, (_, i) => before + i + 1)
  }
  return { read, asked }
}

describe('all of a list', () => {
  test.each([
    [0, 1],
    [PAGE - 1, 1],
    [PAGE, 2],
    [PAGE + 1, 2],
    [3 * PAGE - 1, 3],
  ])('of %d takes %d requests, in order', async (count, requests) => {
    const { read, asked } = listOf(count)
    const { items, isTruncated } = await allPaged(read, 3)
    expect(items).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    expect(isTruncated).toBe(false)
    expect(asked).toEqual(Array.from({ length: requests }, (_, i) => i + 1))
  })

  test.each([3 * PAGE, 3 * PAGE + 1])('of %d on more pages than are read says that it is cut', async (count) => {
    const { read, asked } = listOf(count)
    const { items, isTruncated } = await allPaged(read, 3)
    expect(items).toHaveLength(3 * PAGE)
    expect(isTruncated).toBe(true)
    expect(asked).toEqual([1, 2, 3])
  })
})

describe('one of a list', () => {
  test.each([
    [1, 1],
    [PAGE, 1],
    [PAGE + 1, 2],
  ])('%d is found with %d requests', async (wanted, requests) => {
    const { read, asked } = listOf(3 * PAGE)
    expect(await findPaged(read, (item) => item === wanted, 3)).toBe(wanted)
    expect(asked).toHaveLength(requests)
  })

  test.each([0, PAGE - 1, PAGE, 2 * PAGE + 1])('that is not among %d is not there', async (count) => {
    expect(await findPaged(listOf(count).read, () => false, 3)).toBeNull()
  })

  test('is beyond the pages that are read, which differs from being absent', async () => {
    const { read, asked } = listOf(3 * PAGE)
    expect(await findPaged(read, () => false, 3)).toBe('too-many')
    expect(asked).toEqual([1, 2, 3])
  })
})
