import { answersAreGeneral } from '../../../src/core/rules/answers-are-general.ts'
import { getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const rows = [
  { call: 'tax(10)', answer: '2', isExample: true as const },
  { call: 'tax(1000)', answer: 'throws IndexError' },
]
const answers = { path: 'src/tax.py', line: 3, rows }

holdsRule(answersAreGeneral, [
  { title: 'no table', phase: 'green', evidence: getEvidence(), says: null },
  { title: 'a table that a person judges', phase: 'green', evidence: getEvidence({ answers: [answers] }), says: null },
  {
    title: 'an error beside the examples',
    phase: 'green',
    evidence: getEvidence({ answers: [answers, { ...answers, odd: 'fails' }] }),
    says: 'The code at src/tax.py:3 fails beside its examples: tax(10) = 2, tax(1000) = throws IndexError',
    step: 'Add an example beside those, in a RED of its own, or say in the test that the code refuses it.',
  },
])
