/** Ordinary pieces of honest work, told once for every runner: functions of one number, and tests that call them. */
import type { Files } from './repository.ts'

/** Name -> what it returns for `n`, in words that all languages share: `n * 2`. */
export type Functions = Readonly<Record<string, string>>
/** Name of a test -> a function, what it is called with, and what the test expects. */
export type Cases = Readonly<Record<string, readonly [call: string, argument: number, expected: number]>>

interface CodeOptions {
  readonly file?: string
  /** How the parameter is called. */
  readonly parameter?: string
  readonly comment?: string
}

export interface Language {
  readonly name: string
  /** Files of the project that are neither code nor tests. */
  readonly project: Files
  readonly code: (functions: Functions, options?: CodeOptions) => Files
  readonly tests: (cases: Cases, file?: string) => Files
  /** The tests as they are called after a function: `double` is tested by `test_double`. */
  readonly nameOf: (called: string) => string
}

const node: Language = {
  name: 'node:test',
  project: { 'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n' },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`src/${file}.js`]: [
      ...(comment === undefined ? [] : [`// ${comment}`]),
      ...Object.entries(functions).map(
        ([name, value]) => `export const ${name} = (${parameter}) => ${value.replace(/\bn\b/g, parameter)}`,
      ),
      '',
    ].join('\n'),
  }),
  tests: (cases, file = 'sums') => ({
    [`test/${file}.test.js`]: [
      "import assert from 'node:assert/strict'",
      "import { test } from 'node:test'",
      `import { ${namesIn(cases)} } from '../src/${file}.js'`,
      '',
      ...Object.entries(cases).map(
        ([name, [call, argument, expected]]) =>
          `test('${name}', () => assert.equal(${call}(${argument}), ${expected}))`,
      ),
      '',
    ].join('\n'),
  }),
  nameOf: (called) => called,
}

const pytest: Language = {
  name: 'pytest',
  project: {
    'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n',
    '.gitignore': '__pycache__\n.pytest_cache\n',
    'src/shop/__init__.py': '',
  },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`src/shop/${file}.py`]: [
      ...(comment === undefined ? [] : [`# ${comment}`]),
      ...Object.entries(functions).map(
        ([name, value]) => `def ${name}(${parameter}):\n    return ${value.replace(/\bn\b/g, parameter)}\n`,
      ),
    ].join('\n'),
  }),
  tests: (cases, file = 'sums') => ({
    [`tests/test_${file}.py`]: [
      `from shop.${file} import ${namesIn(cases)}`,
      '',
      ...Object.entries(cases).map(
        ([name, [call, argument, expected]]) =>
          `\ndef test_${name.replaceAll(' ', '_')}():\n    assert ${call}(${argument}) == ${expected}\n`,
      ),
    ].join('\n'),
  }),
  nameOf: (called) => called,
}

const title = (name: string) => name.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase())

const go: Language = {
  name: 'go test',
  project: { 'go.mod': 'module example.org/shop\n\ngo 1.21\n' },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`${file}.go`]: [
      'package shop\n',
      ...(comment === undefined ? [] : [`// ${comment}\n`]),
      ...Object.entries(functions).map(
        ([name, value]) =>
          `func ${title(name)}(${parameter} int) int {\n\treturn ${value.replace(/\bn\b/g, parameter).replace(/\b([a-z]\w+)\(/g, (_, called: string) => `${title(called)}(`)}\n}\n`,
      ),
    ].join('\n'),
  }),
  tests: (cases, file = 'sums') => ({
    [`${file}_test.go`]: [
      'package shop\n\nimport "testing"\n',
      ...Object.entries(cases).map(
        ([name, [call, argument, expected]]) =>
          `func Test${title(name)}(t *testing.T) {\n\tif got := ${title(call)}(${argument}); got != ${expected} {\n\t\tt.Fatalf("got %d", got)\n\t}\n}\n`,
      ),
    ].join('\n'),
  }),
  nameOf: (called) => called,
}

const namesIn = (cases: Cases) => [...new Set(Object.values(cases).map(([call]) => call))].toSorted().join(', ')

export const LANGUAGES: readonly Language[] = [node, pytest, go]

export interface HonestKind {
  readonly about: string
  /** Beside the base of all kinds. */
  readonly base?: Files
  readonly commits: readonly (readonly [message: string, files: Files])[]
}

const FUNCTIONS: Functions = { double: 'n * 2', next: 'n + 1' }
const CASES: Cases = { doubles: ['double', 2, 4], 'counts on': ['next', 1, 2] }

/** What stands on the base of all kinds. */
export const getHonestBase = ({ project, code, tests }: Language): Files => ({
  ...project,
  ...code(FUNCTIONS),
  ...tests(CASES),
})

/** The kinds, in the words of a language. */
export function getHonestKinds({ code, tests }: Language): readonly HonestKind[] {
  const halved = { ...FUNCTIONS, halve: 'n - 2' }
  const withHalved = { ...CASES, halves: ['halve', 4, 2] } as const satisfies Cases
  const wrong = { ...CASES, halves: ['halve', 4, 3] } as const satisfies Cases
  const red = ['test: halve', tests(withHalved)] as const
  const green = ['feat: halve', code(halved)] as const
  return [
    {
      about: 'a feature with its tests in one commit',
      commits: [['feat: halve', { ...code(halved), ...tests(withHalved) }]],
    },
    {
      about: 'a feature with its tests in one commit, below another one',
      commits: [
        ['feat: halve', { ...code(halved), ...tests(withHalved) }],
        ['docs: more', { 'README.md': 'Sums.\n' }],
      ],
    },
    {
      about: 'a GREEN that corrects a wrong expectation of its RED',
      commits: [
        ['test: halve', tests(wrong)],
        ['feat: halve', { ...code(halved), ...tests(withHalved) }],
      ],
    },
    {
      about: 'better names inside of a function after a review',
      commits: [red, green, ['address review', code(halved, { parameter: 'amount' })]],
    },
  ]
}
