import { expect, test } from 'vitest'
import { toJob } from '../../../src/app/queue/event-steps.ts'

test('reads a truncated comment that an earlier version stored', () => {
  const text = '/tdd next {"isCut":true}'
  const event = { kind: 'comment', number: 1, text }
  const body = JSON.stringify({ event: { ...event, isCut: true } })
  expect(toJob({ id: 'a', key: 'b', body }).event).toEqual({ ...event, isTruncated: true })
})
