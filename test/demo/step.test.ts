import { expect, test } from 'vitest'
import { type ToldStep, toLines } from './step.ts'

const STEP: ToldStep = {
  seconds: 12.34,
  who: 'tdd-gate',
  does: 'judges',
  says: ['green-keeps-tests: put them back'],
  check: { conclusion: 'failure', title: 'GREEN 1.1 rejected', commit: 'c9606a986' },
  next: 'Fix commit c9606a986',
  isGood: null,
  url: 'http://127.0.0.1:1/acme/shop/pull/2',
}

test('a step shows its actor, its messages, the check and the next step', () => {
  expect(toLines(STEP, { width: 80, hasLinks: false })).toBe(` 12.3 s tdd-gate  judges
                  │ green-keeps-tests: put them back
                  ✗ check tdd-gate at c9606a986: GREEN 1.1 rejected
                  → next: Fix commit c9606a986
`)
})

test('where pages stay, it says where to look', () => {
  expect(toLines(STEP, { width: 80, hasLinks: true })).toContain('http://127.0.0.1:1/acme/shop/pull/2\n')
})

test('words of others move nothing on the terminal, and long ones are wrapped', () => {
  const lines = toLines({ ...STEP, says: [`\u001B[2J${'word '.repeat(40)}`] }, { width: 60, hasLinks: false })
  expect(lines).not.toContain('\u001B')
  expect(Math.max(...lines.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60)
})
