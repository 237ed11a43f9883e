/** Findings lead to what they name: the commit, the line of a file or a test, the change of a file. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toCheckOutput } from '../../../src/render/gate-report/check-output.ts'
import type { RunReport } from '../../../src/render/gate-report/run-report.ts'
import { finding, judged, REJECTED, sha } from '../../support/decision.ts'
import { ADDS, BROKEN, failingTest, report } from '../sample.ts'

const SHOP = 'https://github.com/acme/shop'
const B = sha('b')
const getChange = (path: string) => `${SHOP}/commit/${B}#diff-${createHash('sha256').update(path).digest('hex')}`
const getFindings = (of: RunReport) => toCheckOutput(of).summary.split('## Findings')[1]?.split('\n## ')[0] ?? ''
const found = (part: Parameters<typeof finding>[0], more: Partial<RunReport> = {}) => {
  const commits = [judged({ sha: B, phase: 'green', verdict: 'rejected', findings: [finding(part)] })]
  return getFindings(report({ decision: { ...REJECTED, commits }, ...more }))
}

test('the commit, and a file without a line by what became of it there: it may be deleted', () => {
  const said = getFindings(BROKEN)
  expect(said).toContain(`\`green-keeps-tests\` at [\`bbbbbbbbb\`](${SHOP}/commit/${B}) (green)`)
  expect(said).toContain(`- file [\`test/cart.test.ts\`](${getChange('test/cart.test.ts')})`)
})

test('a finding leads to its lines, whatever its message says', () => {
  const [path, lines] = ['test/a b(1).ts', [{ path: 'test/a b(1).ts', first: 12, last: 14 }]]
  const said = found({ message: `skipped at ${path}:9`, paths: [path], lines })
  expect(said).toContain(`[\`test/a b(1).ts\`](${SHOP}/blob/${B}/test/a%20b%281%29.ts#L12-L14)`)
})

describe('a test', () => {
  test.each([
    ['where its report says it failed', { line: 7 }, `${SHOP}/blob/${B}/test/cart.test.ts#L7`],
    ['where its exception came from', { at: 'src/cart.ts', line: 3 }, `${SHOP}/blob/${B}/src/cart.ts#L3`],
    ['where its message says', { message: 'no\n  at test/cart.test.ts:9:3' }, `${SHOP}/blob/${B}/test/cart.test.ts#L9`],
    ['where no line is known', {}, getChange('test/cart.test.ts')],
  ] as const)('%s', (_, part, address) => {
    const failing = new Map([[B, [failingTest(part)]]])
    expect(found({ tests: [ADDS] }, { failing })).toContain(`- test [\`${ADDS}\`](${address})`)
  })

  test('that did not fail: its file', () => {
    expect(found({ tests: [ADDS] })).toContain(`- test [\`${ADDS}\`](${getChange('test/cart.test.ts')})`)
    const inChrome = `[chrome] ${ADDS}`
    expect(found({ tests: [inChrome] })).toContain(`- test [\`${inChrome}\`](${getChange('test/cart.test.ts')})`)
  })

  test('of no file that is known leads nowhere', () => {
    expect(found({ tests: ['? > cart > adds'] })).toContain('- test `? > cart > adds`')
  })
})

test.each([['../../evil.ts'], ['/etc/passwd'], ['src/\u202egnp.ts']])('%j is no path: it leads nowhere', (path) => {
  expect(found({ message: `${path}:3 is odd`, paths: [path] })).not.toMatch(/- file \[/)
})

test.each(['', 'javascript:alert(1)', 'https://a.b/)[x](https://evil.example'])(
  'without an address of the repository (%j) everything stands there as it did',
  (repositoryUrl) => {
    expect(getFindings({ ...BROKEN, repositoryUrl })).toContain('`green-keeps-tests` at `bbbbbbbbb` (green)')
  },
)

test('a server without TLS is linked to as well', () => {
  const url = 'http://127.0.0.1:3000/acme/shop'
  expect(getFindings({ ...BROKEN, repositoryUrl: url })).toContain(`(${url}/commit/${B})`)
})
