/** Finds numbers that a commit replaces where no line tells: under another name, or in another file. */
import { getCodeTokens, getLineNumbers, readCode } from '../text/read-code.ts'
import type { Difference } from './difference.ts'

interface Sides {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** More of them are no constant that changed. */
const MAX_NUMBERS = 3
/** Indexes, steps and signs. */
const FREE = new Set([0, 1])
const NUMBER = /^(?:0[xob][\da-f_]+|\d[\d_]*(?:\.\d+)?)$/i

const numbersIn = (path: string, text: string | null) =>
  (getCodeTokens(path, text ?? '') ?? []).flatMap((token) =>
    NUMBER.test(token) ? Number(token.replaceAll('_', '')) : [],
  )
const multiply = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1)

/** @returns the first new number, with those that are gone; null where none is gone, and where they are equal */
export function findChangedNumber(files: readonly Sides[]): (Difference & Pick<Sides, 'path'>) | null {
  const [old, now] = [
    files.flatMap(({ path, before }) => numbersIn(path, before)),
    files.flatMap(({ path, after }) => numbersIn(path, after)),
  ]
  const without = (some: readonly number[], others: readonly number[]) =>
    some.filter((one) => !FREE.has(one) && !others.includes(one))
  const [gone, added] = [without(old, now), without(now, old)]
  const sizes = [gone, added].map((all) => new Set(all).size)
  if (sizes.some((size) => size === 0 || size > MAX_NUMBERS) || multiply(gone) === multiply(added)) return null
  for (const { path, after } of files) {
    const leaves = readCode(path, after ?? '', 'ignored') ?? []
    const at = leaves.findIndex(({ text }) => NUMBER.test(text) && added.includes(Number(text.replaceAll('_', ''))))
    const line = getLineNumbers(after ?? '', leaves)[at]
    if (line !== undefined)
      return { path, line, was: [...new Set(gone)].join(', '), is: [...new Set(added)].join(', ') }
  }
  return null
}
