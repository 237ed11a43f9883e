/** The small project in PHP, with PHPUnit. */
import { type Helper, inEach, type Language, toTitle, withParameter } from './model.ts'

const methodOf = (name: string) => `test${toTitle(name)}`

const tests: Language['tests'] = (cases, file = 'sums', from = file) => ({
  [`tests/${toTitle(file)}Test.php`]: [
    '<?php\nnamespace Shop;\n',
    `require_once __DIR__ . '/../src/${from}.php';\n`,
    `class ${toTitle(file)}Test extends \\PHPUnit\\Framework\\TestCase\n{`,
    ...Object.entries(cases).map(
      ([name, [call, argument, expected]]) =>
        `    public function ${methodOf(name)}(): void\n    {\n        $this->assertSame(${expected}, ${call}(${argument}));\n    }`,
    ),
    '}\n',
  ].join('\n'),
})

const pathOf = ({ file = 'values' }: Helper) => `support/${file}.php`
const SUITE = '<testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n'

export const phpunit: Language = {
  name: 'PHPUnit',
  needs: ['phpunit', '--version'],
  project: { 'phpunit.xml': `<phpunit>${SUITE}`, '.gitignore': '.phpunit.result.cache\n' },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`src/${file}.php`]: [
      '<?php\nnamespace Shop;\n',
      ...(comment === undefined ? [] : [`// ${comment}`]),
      ...Object.entries(functions).map(
        ([name, value]) =>
          `function ${name}(int $${parameter}): int\n{\n    return ${withParameter(value, `$$${parameter}`)};\n}\n`,
      ),
    ].join('\n'),
  }),
  tests,
  skip: (cases, name, skipped) =>
    inEach(tests({ ...cases, [name]: skipped }), (text) =>
      text.replace(
        `${methodOf(name)}(): void\n    {\n`,
        (found) => `${found}        $this->markTestSkipped('bug #12');\n`,
      ),
    ),
  helper: (one) => ({
    [`tests/${pathOf(one)}`]: `<?php\nnamespace Shop;\n\nfunction ${one.name}(): int\n{\n    return 2;\n}\n`,
  }),
  helped: (cases, one) =>
    inEach(tests(cases), (text) =>
      text
        .replace('\nclass ', `require_once __DIR__ . '/${pathOf(one)}';\n\nclass `)
        .replaceAll('(2)', `(${one.name}())`),
    ),
  settings: { 'phpunit.xml': `<phpunit colors="true">${SUITE}` },
}
