import { expect, test } from 'vitest'
import { createSuiteClock, getTimeLimits } from '../../src/test-runner/test-timeout.ts'

const SHOWING = 'go test -timeout={timeout}s'
const TIMEOUT_MS = 300_000

/** The longest whole suite so far took so many seconds; the configuration ends a run after five minutes. */
test.each([
  ['a whole suite may take almost all of the time', null, 5, 270],
  ['single files may take ten times the whole suite', ['a'], 12, 120],
  ['single files of a quick suite may take a minute', ['a'], 1, 60],
  ['single files of a slow suite may not take more than the whole', ['a'], 60, 270],
  ['single files may take almost all of the time while no whole suite ran', ['a'], null, 270],
])('%s', (_, files, wholeSeconds, shownSeconds) => {
  const wholeMs = wholeSeconds === null ? null : wholeSeconds * 1_000
  const asked = { timeoutMs: TIMEOUT_MS, endsAfterMs: Number.POSITIVE_INFINITY, files, wholeMs }
  expect(getTimeLimits(SHOWING, asked)).toEqual({ shownSeconds, endsAfterMs: TIMEOUT_MS })
})

/** An earlier end would show that the code was changed: the runner ends first, as in any other run. */
test.each([
  ['a command that shows no limit ends when it is asked to', 'npm test', ['a'], 20_000],
  ['files end after the limit that their command shows', SHOWING, ['a'], 66_667],
  ['a whole suite ends after the limit that its command shows', SHOWING, null, 300_000],
])('%s', (_, command, files, endsAfterMs) => {
  const asked = { timeoutMs: TIMEOUT_MS, endsAfterMs: 20_000, files, wholeMs: 10 }
  const unchanged = getTimeLimits(command, { ...asked, endsAfterMs: Number.POSITIVE_INFINITY })
  expect(getTimeLimits(command, asked)).toEqual({ ...unchanged, endsAfterMs })
})

test('only whole suites of unchanged code show how long the whole suite takes', () => {
  const clock = createSuiteClock()
  const whole = { files: null }
  clock.read({ files: ['a'] }, { durationMs: 90 })
  clock.read({ ...whole, mutation: ['a'] }, { durationMs: 90 })
  clock.read({ ...whole, timeoutMs: 1_000 }, { durationMs: 90 })
  expect(clock.wholeMs()).toBeNull()
  for (const durationMs of [20, 50, 30]) clock.read(whole, { durationMs })
  expect(clock.wholeMs()).toBe(50)
})
