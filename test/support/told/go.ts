/** The small project in Go. */
import { type Helper, inEach, type Language, toTitle, withParameter } from './model.ts'

const tests: Language['tests'] = (cases, file = 'sums') => ({
  [`${file}_test.go`]: [
    'package shop\n\nimport "testing"\n',
    ...Object.entries(cases).map(
      ([name, [call, argument, expected]]) =>
        `func Test${toTitle(name)}(t *testing.T) {\n\tif got := ${toTitle(call)}(${argument}); got != ${expected} {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n`,
    ),
  ].join('\n'),
})

const pathOf = ({ file = 'values' }: Helper) => `${file}_test.go`

export const go: Language = {
  name: 'go test',
  needs: ['go', 'version'],
  project: { 'go.mod': 'module example.org/shop\n\ngo 1.21\n' },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`${file}.go`]: [
      'package shop\n',
      ...(comment === undefined ? [] : [`// ${comment}\n`]),
      ...Object.entries(functions).map(([name, value]) => {
        const returned = withParameter(value, parameter).replace(
          /\b([a-z]\w+)\(/g,
          (_, called) => `${toTitle(called)}(`,
        )
        return `func ${toTitle(name)}(${parameter} int) int {\n\treturn ${returned}\n}\n`
      }),
    ].join('\n'),
  }),
  tests,
  skip: (cases, name, skipped) =>
    inEach(tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(`func Test${toTitle(name)}(t *testing.T) {\n`, (found) => `${found}\tt.Skip("bug #12")\n`),
    ),
  helper: (one) => ({ [pathOf(one)]: `package shop\n\nfunc ${one.name}() int {\n\treturn 2\n}\n` }),
  helped: (cases, { name }) => inEach(tests(cases), (text) => text.replaceAll('(2)', `(${name}())`)),
  settings: { 'go.mod': 'module example.org/shop\n\ngo 1.20\n' },
}
