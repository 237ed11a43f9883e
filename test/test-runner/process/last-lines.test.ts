import { describe, expect, test } from 'vitest'
import { getLastLines, MAX_LAST_LINES } from '../../../src/test-runner/process/last-lines.ts'

const PLACES = ['/cache/scratch/tree']
const said = (stderrTail: string, stdoutTail = '') => getLastLines({ stdoutTail, stderrTail }, PLACES)

describe('the end of what a command printed', () => {
  test.each([
    ['nothing', '', ''],
    ['one line', 'sh: 1: mvn: not found\n', 'sh: 1: mvn: not found'],
    ['lines, without the empty ones', 'a\n\n  b\n', 'a | b'],
    [
      'the error, not where it came from',
      'Error: no\n    at x (/a.js:1:2)\n    at y\n\nNode.js v24',
      'Error: no | Node.js v24',
    ],
    ['files as the tree calls them', 'no /cache/scratch/tree/src/a.js', 'no ./src/a.js'],
    ['no colours and no other commands to a terminal', '\u001b[31mred\u001b[0m\u0007\u001b]0;title\u0007', 'red'],
    ['one line of progress drawn over and over', '1%\r2%\r100%\n', '1% | 2% | 100%'],
  ])('%s', (_, printed, words) => {
    expect(said(printed)).toBe(words)
  })

  test('is of both streams, errors last', () => {
    expect(said('warning: old', 'No tests found')).toBe('No tests found | warning: old')
  })

  test('is bounded, whatever was printed, and the very end stays', () => {
    const long = `${'x'.repeat(300_000)} ${'😀'.repeat(MAX_LAST_LINES)} the end`
    expect(said(long).length).toBeLessThanOrEqual(MAX_LAST_LINES)
    expect(said(long)).toMatch(/^….* the end$/u)
    expect(said(long).isWellFormed()).toBe(true)
    expect(said('line\n'.repeat(100_000)).split(' | ').length).toBeLessThan(20)
  })
})
