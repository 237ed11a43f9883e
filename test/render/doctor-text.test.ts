import { expect, test } from 'vitest'
import { suggest } from '../../src/core/model/suggestion.ts'
import { toDoctorText } from '../../src/render/doctor.ts'

test('what was looked at is right or wrong; what was skipped is neither', () => {
  const one = { message: 'x', suggestion: null }
  const checks = [
    { id: 'git', ok: true, ...one },
    { id: 'base', ok: false, message: 'no base', suggestion: suggest('git fetch') },
    { id: 'required', ok: true, isSkipped: true, ...one },
  ]
  expect(toDoctorText(checks, {})).toBe('✓ git  x\n✗ base  no base\n    -> git fetch\n- required  x (skipped)\n')
})
