import { expect, test } from 'vitest'
import { type DemoLine, toDemoLine, toDemoSummary } from '../../src/render/demo-text.ts'

const refused: DemoLine = {
  title: 'code without any test',
  isHonest: false,
  isAsExpected: true,
  conclusion: 'failure',
  finding: { rule: 'red-before-green', message: 'Production changed with no accepted RED before it' },
}
const accepted: DemoLine = {
  title: 'two subtasks',
  isHonest: true,
  isAsExpected: true,
  conclusion: 'success',
  finding: null,
}

test('a refused cheat is shown with the rule that refused it', () => {
  expect(toDemoLine(refused, { width: 80 })).toBe(
    '✓ rejected  code without any test\n            red-before-green: Production changed with no accepted RED before it\n',
  )
})

test('accepted work needs no reason', () => {
  expect(toDemoLine(accepted, { width: 80 })).toBe('✓ accepted  two subtasks\n')
})

test('a verdict that is not the expected one stands out', () => {
  expect(toDemoLine({ ...refused, isAsExpected: false, conclusion: 'success', finding: null }, { width: 80 })).toBe(
    '✗ NOT REJECTED: success  code without any test\n',
  )
  expect(
    toDemoLine({ ...accepted, isAsExpected: false, conclusion: 'failure', finding: refused.finding }, { width: 80 }),
  ).toContain('✗ NOT ACCEPTED: failure  two subtasks\n')
})

test('the summary counts what came out as expected', () => {
  expect(toDemoSummary([accepted, refused, refused])).toBe('demo: 1 honest accepted, 2 cheats rejected\n')
  expect(toDemoSummary([accepted, { ...refused, isAsExpected: false }])).toBe(
    'demo: 1 honest accepted, 0 cheats rejected, 1 NOT AS EXPECTED\n',
  )
})
