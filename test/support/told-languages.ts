/** Projects in several languages, told in the same words: functions of one number, and tests that call them. */
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
  /** The tests, and one more that is skipped, with a reason. */
  readonly skip: (cases: Cases, name: string, skipped: Cases[string]) => Files
  /** A change of what the project is called. */
  readonly settings: Files
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
  skip: (cases, name, skipped) =>
    inEach(node.tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(`test('${name}', `, `test('${name}', { skip: 'bug #12' }, `),
    ),
  settings: { 'package.json': '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n' },
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
  skip: (cases, name, skipped) =>
    inEach(
      pytest.tests({ ...cases, [name]: skipped }),
      (text) =>
        `import pytest\n${text.replace(`\ndef test_${name.replaceAll(' ', '_')}(`, (found) => `\n@pytest.mark.xfail(reason="#12")${found}`)}`,
    ),
  settings: {
    'pyproject.toml':
      '[project]\nname = "shop"\nversion = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n',
  },
}

const title = (name: string) => name.replace(/(?:^|[\s_])(\w)/g, (_, letter: string) => letter.toUpperCase())

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
  skip: (cases, name, skipped) =>
    inEach(go.tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(`func Test${title(name)}(t *testing.T) {\n`, (found) => `${found}\tt.Skip("bug #12")\n`),
    ),
  settings: { 'go.mod': 'module example.org/shop\n\ngo 1.20\n' },
}

const inEach = (files: Files, edit: (text: string) => string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, edit(String(text))]))

const namesIn = (cases: Cases) => [...new Set(Object.values(cases).map(([call]) => call))].toSorted().join(', ')

export const LANGUAGES: readonly Language[] = [node, pytest, go]
