/** Branches that a REFACTOR drops from Go, whose reports name the folder of a test and not its file. */
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'

const PARSE =
  'package num\n\nimport "strconv"\n\nfunc Parse(s string) (int, error) {\n\tn, err := strconv.Atoi(s)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil\n}\n'

test('an error that a REFACTOR of Go drops, and that no test asks for, is shown', async () => {
  await using branch = await createBranch({
    'go.mod': 'module shop\n\ngo 1.19\n',
    'num/num.go': PARSE,
    'num/num_test.go':
      'package num\n\nimport "testing"\n\nfunc TestParse(t *testing.T) {\n\tif n, err := Parse("12"); n != 12 || err != nil {\n\t\tt.Fatal(n, err)\n\t}\n}\n',
  })
  await branch.refactor({
    'num/num.go': PARSE.replace('n, err :=', 'n, _ :=').replace('\tif err != nil {\n\t\treturn 0, err\n\t}\n', ''),
  })
  const { decision, conclusion } = await branch.verify()
  expect(conclusion).toBe('success')
  expect(decision.commits[0]?.findings.map(({ message }) => message)).toEqual([
    'No test runs these changed lines, or a branch in them: num/num.go:6; No test ran these lines, which the commit removes or rewrites: num/num.go:7-9',
    expect.stringContaining(
      'The code at num/num.go:5 answers differently than before: Parse("") = 0, before 0 strconv.Atoi',
    ),
  ])
})
