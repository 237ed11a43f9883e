/** A mutation tester of the project, run at GREEN. It writes the report that StrykerJS writes. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { nodeTest, SHOP } from '../support/shop.ts'

const CONFIG = `version: 1
policy: { rules: { changes-are-pinned: warn } }
test:
  mutation:
    command: node tools/mutate.cjs {reports} {files}
    reports: '{reports}/mutation.json'
`
/** Reports one survivor on the second line of each file, and one on a line that no commit changes. */
const TOOL = `const { readFileSync, writeFileSync } = require('node:fs')
const [folder, ...paths] = process.argv.slice(2)
const mutant = (line, status) => ({ id: line + status, mutatorName: 'Boundary', status, replacement: 'total >= 100', location: { start: { line, column: 7 }, end: { line, column: 18 } } })
const files = Object.fromEntries(paths.map((path) => [path, { language: 'js', source: readFileSync(path, 'utf8'), mutants: [mutant(2, 'Survived'), mutant(3, 'Killed'), mutant(99, 'Survived')] }]))
writeFileSync(folder + '/mutation.json', JSON.stringify({ schemaVersion: '1', thresholds: { high: 80, low: 60 }, files }))
process.exit(1)
`
const CODE = 'export function discount(total) {\n  if (total > 100) return total / 10\n  return 0\n}\n'
const RED = {
  'test/discount.test.js': nodeTest('../src/discount.js', 'discount', {
    large: 'assert.equal(discount(200), 20)',
    small: 'assert.equal(discount(50), 0)',
  }),
}

test.each([
  [
    'survivors on changed lines are shown, and no others',
    TOOL,
    ['No test noticed 1 of 2 small changes that the gate made: src/discount.js:2 has `total >= 100` for `total > 100`'],
  ],
  [
    'a mutation tester without a report is shown, and rejects nothing',
    "console.error('no licence')\n",
    [expect.stringContaining('The mutation tester gave no report that the gate can read:')],
  ],
])('%s', async (_, tool, said) => {
  const project = { ...SHOP, '.github/tdd-gate.yml': CONFIG, 'tools/mutate.cjs': tool }
  await using branch = await createBranch(project)
  await branch.red(RED)
  await branch.green({ 'src/discount.js': CODE })
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  const findings = decision.commits[1]?.findings.filter(({ rule }) => rule === 'changes-are-pinned') ?? []
  expect(findings.map(({ message }) => message)).toEqual(said)
})
