/** The small project in JavaScript, with the runner of Node and with Vitest. */
import { type CodeOptions, type Helper, inEach, type Language, namesIn, withParameter } from './model.ts'

const code: Language['code'] = (functions, { file = 'sums', parameter = 'n', comment }: CodeOptions = {}) => ({
  [`src/${file}.js`]: [
    ...(comment === undefined ? [] : [`// ${comment}`]),
    ...Object.entries(functions).map(
      ([name, value]) => `export const ${name} = (${parameter}) => ${withParameter(value, parameter)}`,
    ),
    '',
  ].join('\n'),
})

const pathOf = ({ file = 'values' }: Helper) => `support/${file}.js`
const helper: Language['helper'] = (one) => ({ [`test/${pathOf(one)}`]: `export const ${one.name} = () => 2\n` })

const tests: Language['tests'] = (cases, file = 'sums', from = file) => ({
  [`test/${file}.test.js`]: [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { ${namesIn(cases)} } from '../src/${from}.js'`,
    '',
    ...Object.entries(cases).map(
      ([name, [call, argument, expected]]) => `test('${name}', () => assert.equal(${call}(${argument}), ${expected}))`,
    ),
    '',
  ].join('\n'),
})

export const nodeTest: Language = {
  name: 'node:test',
  needs: ['node', '--version'],
  project: { 'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n' },
  code,
  tests,
  skip: (cases, name, skipped) =>
    inEach(tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(`test('${name}', `, `test('${name}', { skip: 'bug #12' }, `),
    ),
  helper,
  helped: (cases, one) =>
    inEach(tests(cases), (text) =>
      text.replace('\n\n', `\nimport { ${one.name} } from './${pathOf(one)}'\n\n`).replaceAll('(2)', `(${one.name}())`),
    ),
  settings: { 'package.json': '{ "name": "sums", "type": "module", "scripts": { "test": "node --test" } }\n' },
}

const inVitest = (text: string) =>
  text
    .replace(/^import assert.*\n/, '')
    .replace("import { test } from 'node:test'", "import { expect, test } from 'vitest'")
    .replace(/assert\.equal\((.*), (\d+)\)\)$/gm, 'expect($1).toBe($2))')
    .replace(/test\('([^']*)', \{ skip: '[^']*' \}, /, "// Bug #12.\ntest.skip('$1', ")

const VITEST = '"type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "5" } }\n'

export const vitest: Language = {
  ...nodeTest,
  name: 'Vitest',
  hasPackages: true,
  project: { 'package.json': `{ ${VITEST}`, '.gitignore': 'node_modules\n' },
  tests: (...told) => inEach(tests(...told), inVitest),
  skip: (...told) => inEach(nodeTest.skip(...told), inVitest),
  helped: (...told) => inEach(nodeTest.helped(...told), inVitest),
  settings: { 'package.json': `{ "name": "sums", ${VITEST}` },
}
