import { testIsReplaced } from '../../../src/core/rules/test-is-replaced.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(testIsReplaced, [
  { title: 'no test is gone', evidence: getEvidence(), says: null },
  {
    title: 'a rename: the body is the same',
    evidence: getEvidence({ answered: [{ id: 'a > old', by: 'rename', to: 'a > new' }] }),
    says: null,
  },
  {
    title: 'a row, a driver and a removal',
    phase: 'refactor',
    evidence: getEvidence({
      answered: [
        { id: 'a > t[1]', by: 'row', to: 'a > t[2]' },
        { id: 'a > old', by: 'driver', to: 'a > new' },
        { id: 'a > gone', by: 'removal', to: null },
      ],
    }),
    says: 'Removed tests with replacements: a > t[1] (another row: a > t[2]), a > old (a > new fails in its place); Tests removed with the code that they tested: a > gone',
    step: 'Read what they demanded',
  },
  {
    title: 'a merge: another test holds its statements',
    evidence: getEvidence({ answered: [{ id: 'a > old', by: 'merge', to: 'a > both' }] }),
    says: 'Removed tests with replacements: a > old (its statements stand in a > both)',
    step: 'Read what they demanded',
  },
  {
    title: 'a removal alone, without a replacement',
    phase: 'refactor',
    evidence: getEvidence({ answered: [{ id: 'a > gone', by: 'removal', to: null }] }),
    says: 'Tests removed with the code that they tested: a > gone',
    step: 'Read what they demanded',
  },
])
