import { productionKnowsNoTest } from '../../../src/core/rules/production-knows-no-test.ts'
import { change } from '../support.ts'
import { holdsRule } from './support.ts'

holdsRule(productionKnowsNoTest, [
  { title: 'production that knows no test', phase: 'green', changes: [change('src/a.ts')], says: null },
  {
    title: 'production that asks for a test',
    phase: 'green',
    changes: [{ ...change('src/a.ts'), recognises: ['VITEST (line 2)', 'NODE_TEST_CONTEXT (line 3)'] }],
    says: 'Production depends on its tests: src/a.ts: VITEST (line 2), src/a.ts: NODE_TEST_CONTEXT (line 3)',
    step: 'Remove these lines',
  },
])
