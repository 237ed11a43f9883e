import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import type { Body, Dialect, Spec, Subject } from '../support/dialect.ts'
import { printStories } from '../support/runner-stories.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return n',
  tenth: 'return n / 10',
  twentieth: 'return n / 20',
  'tenth-otherwise': 'return n * 0.1',
  exit: 'import os; os._exit(0)',
  rejection: 'return n / 10',
}
const MARKS = { skip: "@pytest.mark.skip(reason='later')\n", todo: "@pytest.mark.skip(reason='to do')\n", only: '' }

const snake = (name: string) => `test_${name.replaceAll(' ', '_')}`
const getImport = ({ module, symbol = module }: Subject) => `import pytest\n\nfrom ${module} import ${symbol}\n\n\n`
const testPath = (module: string) => `tests/test_${module}.py`
const getTest = (symbol: string, { name, input, output, mode }: Spec) =>
  `${mode ? MARKS[mode] : ''}def ${snake(name)}():\n    assert ${symbol}(${input}) == ${output}\n`
const rowId = (row: string) => `${testPath('discount')} > test_of[${row}]`

const pytest: Dialect = {
  name: 'pytest',
  pace: 'slow',
  isNode: false,
  project: { 'pyproject.toml': '[project]\nname = "shop"\n' },
  testPath,
  sourcePath: (module) => `${module}.py`,
  source: (symbol, body) => `def ${symbol}(n):\n    ${BODIES[body]}\n`,
  tests: (subject, specs) =>
    getImport(subject) + specs.map((spec) => getTest(subject.symbol ?? subject.module, spec)).join('\n\n'),
  rows: (subject, rows) =>
    `${getImport(subject)}@pytest.mark.parametrize('n, result', ${JSON.stringify(rows)})\ndef test_of(n, result):\n    assert ${subject.module}(n) == result\n`,
  texts: {
    empty: '',
    hang: "import time\n\n\ndef test_waits():\n    assert time.sleep(600) == 'never'\n",
    syntaxError: 'def test_is_cut_off(:\n',
    missingPackage: 'import paid_package\n\n\ndef test_pays():\n    assert paid_package.pay(1) == 1\n',
  },
  idOf: (module, name) => `${testPath(module)} > ${snake(name)}`,
  rowIds: () => [rowId('100-10'), rowId('200-20')],
  told: {
    // Python has no rejections and pytest no `only`.
    only: null,
    rejection: null,
    // Measured elsewhere; the verdicts are those of the quick runners.
    hang: null,
    exit: null,
    // pytest names rows itself, and Python says in words of its own which package is missing.
    rows: 'red rejected: no-test-vanished',
    package: 'green attempt: green-passes-drivers',
  },
}

const isThere = spawnSync('python3', ['-c', 'import pytest']).status === 0

describe.skipIf(!isThere)('pytest', () => {
  printStories(pytest)

  test('a call that the function does not take yet is RED', async () => {
    const asks = (call: string) => `from a import a\n\n\ndef test_a():\n    assert ${call} == 1\n`
    await using branch = await createBranch({
      ...pytest.project,
      'a.py': 'def a():\n    return 1\n',
      'tests/test_a.py': asks('a()'),
    })
    await branch.red({ 'tests/test_more.py': asks('a(2) // 2').replace('test_a', 'test_more') })
    await branch.green({ 'a.py': 'def a(n=1):\n    return n\n' })
    expect(await branch.verify()).toMatchObject({ conclusion: 'success', verdicts: ['red accepted', 'green accepted'] })
  })
})
