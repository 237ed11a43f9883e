import { readDataIsShown } from '../../../src/core/rules/read-data-is-shown.ts'
import { change, getEvidence } from '../support.ts'
import { holdsRule } from './support.ts'

const at = (tests: readonly string[]) => ({
  phase: 'neutral' as const,
  changes: [change('docs/rates.md', 'docs', { before: 'v0' })],
  evidence: getEvidence({ readData: { paths: ['docs/rates.md'], tests } }),
})

holdsRule(readDataIsShown, [
  { title: 'nothing was tried', ...at([]), evidence: getEvidence({}), says: null },
  { title: 'no test needs the data', ...at([]), says: null },
  {
    title: 'a test fails without data that no test names',
    ...at(['test/rate.test.js > austria']),
    says: 'Code reads what no test names: without the content of docs/rates.md, test/rate.test.js > austria fails',
    step: 'Move it to the code',
  },
])
