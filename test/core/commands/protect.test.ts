/** The command that lets a branch require the gate. */
import { describe, expect, test } from 'vitest'
import { suggest } from '../../../src/core/model/suggestion.ts'
import { anIssue, aPull, enforced, getWords, says, withRole } from './support.ts'

const OLGA = withRole('admin')
const CHECK_GAP = { about: 'check', message: '`main` does not require it', suggestion: suggest('Require it.') } as const
const MERGE_GAP = { about: 'merges', message: 'merges keep RED commits', suggestion: suggest('Squash.') } as const

describe.each([
  ['a pull request', { pull: aPull() }],
  ['an issue', { issue: anIssue() }],
])('under %s', (_, place) => {
  test('a branch without the check gets it, and other gaps are reported', () => {
    const enforcement = enforced({ gaps: [CHECK_GAP, MERGE_GAP] })
    const said = says(OLGA, '/tdd protect', { ...place, enforcement })
    expect(said.effects).toEqual([{ kind: 'protect', branch: 'main', check: enforcement.check, lacks: 'check' }])
    expect(getWords(said)).toBe(
      'done | `main` now requires `tdd-gate` from this App alone: GitHub merges nothing into it without this check. | Remaining gaps: | merges keep RED commits. Squash.',
    )
  })

  test('done before, nothing is done again', () => {
    const said = says(OLGA, '/tdd protect', { ...place, enforcement: enforced() })
    expect(said.effects).toEqual([])
    expect(getWords(said)).toBe('done | `main` requires `tdd-gate` from this App alone already.')
  })
})

test('a branch that can be deleted is kept from it, and nothing else is done again', () => {
  const gap = { about: 'deletion', message: '`main` may be deleted', suggestion: suggest('Keep it.') } as const
  const enforcement = enforced({ gaps: [gap, MERGE_GAP] })
  const said = says(OLGA, '/tdd protect', { pull: aPull(), enforcement })
  expect(said.effects).toEqual([{ kind: 'protect', branch: 'main', check: enforcement.check, lacks: 'deletion' }])
  expect(getWords(said)).toBe(
    'done | `main` requires `tdd-gate` from this App alone already, and now it is protected from deletion and re-creation. | Remaining gaps: | merges keep RED commits. Squash.',
  )
})

test.each(['maintain', 'write'] as const)('the %s role is not enough, and the reply names who may', (role) => {
  const said = says(withRole(role), '/tdd protect', { pull: aPull(), enforcement: enforced({ gaps: [CHECK_GAP] }) })
  expect(said.effects).toEqual([])
  expect(getWords(said)).toContain('Only people with the admin role may use `/tdd protect`.')
})
