/** The small project in Python, with pytest. */
import { type Helper, inEach, type Language, namesIn, withParameter } from './model.ts'

const functionOf = (name: string) => `test_${name.replaceAll(' ', '_')}`

const tests: Language['tests'] = (cases, file = 'sums', from = file) => ({
  [`tests/test_${file}.py`]: [
    `from shop.${from} import ${namesIn(cases)}`,
    '',
    ...Object.entries(cases).map(
      ([name, [call, argument, expected]]) =>
        `\ndef ${functionOf(name)}():\n    assert ${call}(${argument}) == ${expected}\n`,
    ),
  ].join('\n'),
})

/** A fixture moves to the folder above. */
const pathOf = ({ file = 'values' }: Helper) => (file === 'values' ? 'tests/conftest.py' : 'conftest.py')
const PYTEST = '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n'

export const pytest: Language = {
  name: 'pytest',
  needs: ['pytest', '--version'],
  project: {
    'pyproject.toml': PYTEST,
    '.gitignore': '__pycache__\n.pytest_cache\n',
    'src/shop/__init__.py': '',
  },
  code: (functions, { file = 'sums', parameter = 'n', comment } = {}) => ({
    [`src/shop/${file}.py`]: [
      ...(comment === undefined ? [] : [`# ${comment}`]),
      ...Object.entries(functions).map(
        ([name, value]) => `def ${name}(${parameter}):\n    return ${withParameter(value, parameter)}\n`,
      ),
    ].join('\n'),
  }),
  tests,
  skip: (cases, name, skipped) =>
    inEach(
      tests({ ...cases, [name]: skipped }),
      (text) =>
        `import pytest\n${text.replace(`\ndef ${functionOf(name)}(`, (found) => `\n@pytest.mark.xfail(reason="#12")${found}`)}`,
    ),
  helper: (one) => ({ [pathOf(one)]: `import pytest\n\n\n@pytest.fixture\ndef ${one.name}():\n    return 2\n` }),
  helped: (cases, { name }) =>
    inEach(tests(cases), (text) =>
      text.replace(/\(\):\n(.*)\(2\)/g, (_, before: string) => `(${name}):\n${before}(${name})`),
    ),
  settings: { 'pyproject.toml': `[project]\nname = "shop"\nversion = "1"\n\n${PYTEST}` },
}
