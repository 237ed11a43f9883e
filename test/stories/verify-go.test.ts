import { spawnSync } from 'node:child_process'
import { describe } from 'vitest'
import type { Body, Dialect, Spec, Subject } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return n',
  tenth: 'return n / 10',
  twentieth: 'return n / 20',
  'tenth-otherwise': 'return n / 5 / 2',
  exit: 'os.Exit(0); return 0',
  rejection: 'return n / 10',
}

const title = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
const camel = (name: string) => `Test${name.split(' ').map(title).join('')}`
const testPath = (module: string) => `${module}/${module}_test.go`
const getHead = (module: string) =>
  `package ${module}_test\n\nimport (\n\t"testing"\n\n\t"example.com/shop/${module}"\n)\n`
const call = ({ module, symbol = module }: Subject, input: string | number) => `${module}.${title(symbol)}(${input})`
const getTest = (subject: Subject, { name, input, output, mode }: Spec) =>
  `\nfunc ${camel(name)}(t *testing.T) {\n${mode ? '\tt.Skip("later")\n' : ''}\tif got := ${call(subject, input)}; got != ${output} {\n\t\tt.Fatalf("got %v", got)\n\t}\n}\n`
const rowId = (row: string) => `discount > TestRows/${row}`

const go: Dialect = {
  name: 'go',
  pace: 'slow',
  isNode: false,
  project: { 'go.mod': 'module example.com/shop\n\ngo 1.19\n' },
  testPath,
  sourcePath: (module) => `${module}/${module}.go`,
  source: (symbol, body) =>
    `package ${symbol === 'missing' ? 'stock' : symbol}\n${body === 'exit' ? '\nimport "os"\n' : ''}\nfunc ${title(symbol)}(n int) int { ${BODIES[body]} }\n`,
  tests: (subject, specs) => getHead(subject.module) + specs.map((spec) => getTest(subject, spec)).join(''),
  rows: (subject, rows) =>
    `${getHead(subject.module)}\nfunc TestRows(t *testing.T) {\n\tfor n, result := range map[int]int{${rows.map(([n, result]) => `${n}: ${result}`).join(', ')}} {\n\t\tt.Run(map[int]string{100: "of 100", 200: "of 200"}[n], func(t *testing.T) {\n\t\t\tif ${call(subject, 'n')} != result {\n\t\t\t\tt.Fatal("wrong")\n\t\t\t}\n\t\t})\n\t}\n}\n`,
  texts: {
    empty: 'package discount_test\n',
    hang: 'package discount_test\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestWaits(t *testing.T) {\n\ttime.Sleep(10 * time.Minute)\n\tt.Fatal("never")\n}\n',
    syntaxError: 'package discount_test\n\nfunc TestIsCutOff(\n',
    missingPackage:
      'package discount_test\n\nimport (\n\t"testing"\n\n\t"example.org/paid"\n)\n\nfunc TestPays(t *testing.T) {\n\tif paid.Pay(1) != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
  },
  idOf: (module, name) => `${module} > ${camel(name)}`,
  rowIds: () => ['discount > TestRows', rowId('of_100'), rowId('of_200')],
  // Go has no rejections and no `only`.
  told: {
    only: null,
    rejection: null,
    // It ends a test that hangs by itself, and says which: that is a RED.
    hang: null,
    // The compiler refuses such a file, and no GREEN can change that.
    duplicates: 'green attempt: green-passes-drivers',
    exit: 'green attempt: green-passes-drivers',
    // Rows are tests within a test.
    rows: 'red rejected: no-test-vanished',
  },
}

const isThere = spawnSync('go', ['version']).status === 0

describe.skipIf(!isThere)('go', () => printStories(go))
