import { replacementIsShown } from '../../../src/core/rules/replacement-is-shown.ts'
import { aCommit, change } from '../support.ts'
import { holdsRule } from './support.ts'

const edited = change('src/age.py', 'production', { before: 'v0' })
const differs = [{ line: 2, was: '>= 18', is: '> 8' }, { line: 9 }]
const given = (subject: string, found: readonly { line: number; was?: string; is?: string }[]) => ({
  phase: 'refactor' as const,
  commit: aCommit({ subject, changes: [{ ...edited, differs: found }] }),
})

holdsRule(replacementIsShown, [
  { title: 'code that only moves', ...given('refactor: tidy', [{ line: 2 }]), says: null },
  {
    title: 'a value in the place of another one',
    ...given('refactor: tidy', differs),
    says: 'A commit that should keep behaviour replaces: src/age.py:2 (>= 18 became > 8)',
    step: 'write a RED for it',
  },
  { title: 'a change at GREEN', ...given('feat: age', differs), phase: 'green', says: null },
  { title: 'a subject that promises the same code', ...given('style: format', differs), says: null },
])
