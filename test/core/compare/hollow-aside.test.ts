/** A GREEN closes other cycles that it happens to satisfy, unless their drivers need nothing that it wrote. */
import { expect, test } from 'vitest'
import { openPull } from '../story.ts'
import { getEmptied } from '../support.ts'

const [ADDS, TAXES] = ['cart.test.ts > adds', 'tax.test.ts > taxes']

function twoCycles(hollow: readonly string[]) {
  const pull = openPull()
  const unloadable = ['tax.test.ts']
  pull.red({ 'tax.test.ts': 'v1' }, {}, { unloadable, task: '2' })
  pull.red({ 'cart.test.ts': 'v1' }, { [ADDS]: 'failed' }, { unloadable, task: '1' })
  pull.green(
    { 'src/cart.ts': 'v1', 'src/tax.ts': 'v1' },
    { [ADDS]: 'passed', [TAXES]: 'passed' },
    { task: '1', evidence: (evidence) => ({ ...evidence, emptied: getEmptied({ hollow }) }) },
  )
  return pull.decision().subtasks.map(({ id, status }) => `${id} ${status}`)
}

test.each([
  ['drivers that notice the emptied code close their cycle', [], ['2 done', '1 done']],
  ['drivers that do not notice leave their cycle open', [TAXES], ['2 red', '1 done']],
])('%s', (_, hollow, subtasks) => expect(twoCycles(hollow).toSorted()).toEqual(subtasks.toSorted()))
