import { addedExportIsShown } from '../../../src/core/rules/added-export-is-shown.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(addedExportIsShown, [
  { title: 'a refactoring that hands out what it did', phase: 'refactor', changes: [change('src/a.ts')], says: null },
  {
    title: 'another name for what was there',
    phase: 'refactor',
    changes: [{ ...change('src/a.ts'), edit: 'rename', exports: ['f'] }],
    says: null,
  },
  {
    title: 'new names',
    phase: 'refactor',
    changes: [
      { ...change('src/a.ts'), exports: ['f', 'g'] },
      change('src/b.ts'),
      { ...change('src/c.ts'), exports: ['h'] },
    ],
    says: 'REFACTOR adds exports: f (src/a.ts), g (src/a.ts), h (src/c.ts)',
    step: 'write a separate RED for it',
  },
])
