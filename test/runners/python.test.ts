import type { Body, Dialect } from '../support/dialect.ts'
import { printTool, toSnake } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return n',
  tenth: 'return n / 10',
  twentieth: 'return n / 20',
  'tenth-otherwise': 'return n / 5 / 2',
  exit: 'os._exit(0)',
  rejection: 'return n / 10',
}
const code = {
  testPath: (module: string) => `tests/test_${module}.py`,
  sourcePath: (module: string) => `${module}.py`,
  source: (symbol: string, body: Body) => `import os\n\n\ndef ${symbol}(n):\n    ${BODIES[body]}\n`,
}
const functions: Dialect['tests'] = ({ module }, specs) => {
  const tests = specs.map(
    ({ name, input, output, mode }) =>
      `${mode === 'skip' ? "\n\n@pytest.mark.skip('later')" : '\n'}\ndef test_${toSnake(name)}():\n    assert ${module}.${module}(${input}) == ${output}\n`,
  )
  return `import ${module}\nimport pytest\n${tests.join('')}`
}
const CONFIGURED = '[pytest]\npythonpath = .\n'

printTool({
  ...code,
  runner: 'unittest',
  variant: 'nose2',
  needs: ['python3', '--version'],
  project: { 'tests/__init__.py': '', 'nose2.cfg': '[unittest]\n' },
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `${mode === 'skip' ? "    @unittest.skip('later')\n" : ''}    def test_${toSnake(name)}(self):\n        self.assertEqual(${module}.${module}(${input}), ${output})\n`,
    )
    return `import unittest\n\nimport ${module}\n\n\nclass ${module.toUpperCase()}(unittest.TestCase):\n${tests.join('\n')}`
  },
})

printTool({
  ...code,
  runner: 'pytest',
  variant: 'tox',
  needs: ['python3', '-m', 'pytest', '--version'],
  project: { 'tox.ini': `[tox]\nskipsdist = true\n\n[testenv]\ncommands = pytest tests\n\n${CONFIGURED}` },
  tests: functions,
})

printTool({
  ...code,
  runner: 'pytest',
  variant: 'nox',
  needs: ['python3', '-m', 'pytest', '--version'],
  project: {
    'pytest.ini': CONFIGURED,
    'noxfile.py': 'import nox\n\n\n@nox.session\ndef tests(session):\n    session.run("pytest", "tests")\n',
  },
  tests: functions,
})
