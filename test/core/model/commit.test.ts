import { expect, test } from 'vitest'
import { short, trailer } from '../../../src/core/model/commit.ts'
import { aCommit } from '../support.ts'

test('a later trailer corrects an earlier one', () => {
  const commit = aCommit({
    trailers: [
      ['phase', 'red'],
      ['task', '1'],
      ['phase', 'green'],
    ],
  })
  expect(trailer(commit, 'phase')).toBe('green')
  expect(trailer(commit, 'task')).toBe('1')
  expect(trailer(commit, 'reviewed-by')).toBeUndefined()
})

test('a SHA is shortened as people write it', () => {
  expect(short('0123456789abcdef')).toBe('012345678')
})
