import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toResultBlock } from '../../../src/render/gate-report/result-block.ts'
import { BROKEN, EVIL_WORDS, FAILED, GOING_ON, hostileReport, hugeReport, report } from '../sample.ts'

describe('the end of the log', () => {
  test('a broken rule: what, where, and what to do', () => {
    expect(toResultBlock(BROKEN)).toMatchInlineSnapshot(`
      "TDD-GATE RESULT: failure
      why: green-keeps-tests at bbbbbbbbb
      state: GREEN 42.1 rejected by green-keeps-tests at bbbbbbbbb
      verdict: ✗ rejected
      phase: green
      subtask: 42.1
      commit: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      head: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      base: 0000000000000000000000000000000000000000
      where: acme/shop#1, cart into main
      trust: attested: a token of the run vouches for it

      FINDING green-keeps-tests (error) at bbbbbbbbb
        commit: green, feat: the cart adds
        message: test/cart.test.ts differs from what RED froze.
        path: test/cart.test.ts
        -> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts

      FINDING claims-are-true (warn) at bbbbbbbbb
        message: It says 9.
        -> Take it back: git checkout aaaaaaaaa -- test/cart.test.ts

      NEXT fix, green 42.1: Fix commit bbbbbbbbb (green)
        do: Take the test file back and make its test pass.
        accept: An item is in the cart
        test: test/cart.test.ts > cart > adds, fails (assertion): expected 1 to be 2 at test/cart.test.ts:12:3
        file: test/cart.test.ts
        $ git checkout aaaaaaaaa -- test/cart.test.ts

      REPRODUCE
        $ git fetch origin 0000000000000000000000000000000000000000 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        $ tdd-gate verify --base 0000000000000000000000000000000000000000 --head bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

      REPORT https://github.com/acme/shop/actions/runs/7 (artifact: report.html, pr.md, evidence, test results)

      TDD-GATE END
      "
    `)
  })

  test('RED is accepted: which tests to make pass', () => {
    expect(toResultBlock(report({ decision: GOING_ON, notes: ['vitest was detected'] }))).toMatchInlineSnapshot(`
      "TDD-GATE RESULT: in_progress
      why: nothing is broken, not finished
      state: RED 42.2 accepted: make 1 test pass
      verdict: ✓ accepted
      phase: red
      subtask: 42.2
      commit: cccccccccccccccccccccccccccccccccccccccc
      head: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      base: 0000000000000000000000000000000000000000
      where: acme/shop#1, cart into main
      trust: attested: a token of the run vouches for it
      note: vitest was detected

      NEXT make-tests-pass, green 42.2: Make the drivers of subtask 42.2 pass
        do: Change production code only. Commit with \`Task: 42.2\` and \`Phase: green\`.
        test: test/cart.test.ts > cart > removes
        file: test/cart.test.ts
        $ git add --all && git commit -m "feat: ..." --trailer "Task: 42.2" --trailer "Phase: green"
        $ tdd-gate verify
        $ git push

      REPRODUCE
        $ git fetch origin 0000000000000000000000000000000000000000 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        $ tdd-gate verify --base 0000000000000000000000000000000000000000 --head bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb

      REPORT https://github.com/acme/shop/actions/runs/7 (artifact: report.html, pr.md, evidence, test results)

      TDD-GATE END
      "
    `)
  })

  test('nothing could be judged: why, and what to do', () => {
    expect(toResultBlock(FAILED)).toMatchInlineSnapshot(`
      "TDD-GATE RESULT: error
      state: Nothing was judged (shallow-clone): History is cut off.
      where: acme/shop#1, cart into main

      ERROR shallow-clone
        message: History is cut off.
        -> git fetch --unshallow

      REPRODUCE
        $ tdd-gate verify

      REPORT https://github.com/acme/shop/actions/runs/7 (artifact: report.html, pr.md, evidence, test results)

      TDD-GATE END
      "
    `)
  })

  test('success leaves nothing to do', () => {
    const block = toResultBlock(report({}))
    expect(block).toMatch(/^TDD-GATE RESULT: success\nwhy: 2 commits accepted\n/)
    expect(block).not.toContain('NEXT')
  })
})

describe('whatever names and messages say', () => {
  const check = (evil: string) => {
    const lines = toResultBlock(hostileReport(evil)).split('\n')
    expect(lines[0]).toBe('TDD-GATE RESULT: failure')
    expect(lines.filter((line) => line.startsWith('TDD-GATE '))).toHaveLength(2)
    expect(lines.slice(-2)).toEqual(['TDD-GATE END', ''])
    for (const line of lines) expect(line).not.toMatch(/^\s*::|##\[|[\p{Cc}\p{Cf}\u2028\u2029]/u)
  }

  test.each(EVIL_WORDS)('the runner obeys no line, and the block ends once: %j', (evil) => {
    check(evil)
  })

  test('no other text breaks the block', () => {
    const part = fc.constantFrom(
      '::',
      ':',
      '##[',
      '#',
      '[',
      '\n',
      '\r',
      ' ',
      '\u200b',
      'error',
      '\u001b',
      'TDD-GATE END',
    )
    fc.assert(fc.property(fc.array(part, { maxLength: 12 }), (parts) => check(parts.join(''))))
  })
})

test('a huge suite is counted, not listed', () => {
  const block = toResultBlock(hugeReport())
  expect(block.length).toBeLessThan(300_000)
  expect(block).toContain('test: +49990 more')
  expect(block).toContain('5980 more findings')
})

test('the end of the log names what failed on the base already', () => {
  const decision = BROKEN.decision && { ...BROKEN.decision, known: ['old.test.ts > fails'] }
  expect(toResultBlock({ ...BROKEN, decision })).toContain('\nnote: Fails on the base already: old.test.ts > fails\n')
})
