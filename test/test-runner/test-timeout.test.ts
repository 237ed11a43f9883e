import { expect, test } from 'vitest'
import { createSuiteClock, getTestTimeout } from '../../src/test-runner/test-timeout.ts'

/** The longest whole suite so far took so many seconds; the configuration ends a run after five minutes. */
test.each([
  ['a whole suite may take almost all of the time', null, 5, 270],
  ['single files may take ten times the whole suite', ['a'], 12, 120],
  ['single files of a quick suite may take a minute', ['a'], 1, 60],
  ['single files of a slow suite may not take more than the whole', ['a'], 60, 270],
  ['single files may take almost all of the time while no whole suite ran', ['a'], null, 270],
])('%s', (_, files, wholeSeconds, seconds) => {
  const wholeMs = wholeSeconds === null ? null : wholeSeconds * 1_000
  expect(getTestTimeout(300_000, files, wholeMs)).toBe(seconds)
})

test('only whole suites tell how long the whole suite takes', () => {
  const clock = createSuiteClock()
  clock.read(['a'], { durationMs: 90 })
  expect(clock.wholeMs()).toBeNull()
  for (const durationMs of [20, 50, 30]) clock.read(null, { durationMs })
  expect(clock.wholeMs()).toBe(50)
})
