/** Readers that ask nodes for what is around them read no text that is nested without measure: they would not end. */
import { expect, test } from 'vitest'
import { loadGrammars, readAssertions, readDoubles, readMemberNames } from '../../src/syntax/index.ts'

const DEEP = `g${'.a'.repeat(2_000)} = f()\n`
const FLAT = `g${'.a'.repeat(20)} = f()\n`

test.each([readDoubles, readMemberNames, readAssertions])('%o reads no chain of 2,000 members', async (read) => {
  await loadGrammars(['a.js', 'a.py'])
  for (const path of ['test/a.js', 'test/a.py']) {
    expect(read(path, FLAT)).not.toBeNull()
    expect(read(path, DEEP)).toBeNull()
  }
})
