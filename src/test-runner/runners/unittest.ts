/** unittest, where nothing names pytest: our own events, because unittest writes no report. */
import { posix } from 'node:path'
import {
  isTestFile as isFileOfPytest,
  isNamed as isPytestNamed,
  needsDjango,
  PYTHON_CHECKS,
  sourcePath,
  toCanaryBody,
  withCoveragePy,
} from './pytest.ts'
import { asOperand, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'unittest-files.py'
const CANARY = `import unittest


class TddGateCanary(unittest.TestCase):
    def test_tdd_gate_canary_passes(self):
        self.assertEqual(1, 1)

    def test_tdd_gate_canary_fails(self):
        self.assertEqual(1, 2)
`
/** How many test files are searched for imports. */
const MAX_LOOKED_INTO = 200
const USES = /^\s*(?:import\s+unittest|from\s+unittest\b)/m
/** Fixtures, plain functions and marks are of pytest. */
const NEEDS_PYTEST = /\bpytest\b|^(?:async )?def test_/m

// https://docs.python.org/3/library/unittest.html#test-discovery
const isTestFile = (path: string) =>
  (isFileOfPytest(path) || /(?:^|\/)tests?[^/]*\.py$/.test(path)) && !/(?:^|\/)(?:node_modules|\.?venv)\//.test(path)

export const unittest: Runner = {
  name: 'unittest',
  format: 'node-events',
  language: 'python',
  isCommand: (command) => command.includes(SCRIPT),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  measuring: withCoveragePy,
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'test_tdd_gate_canary.py'), text: CANARY }),
  canaryTests: (_file, _text, token) => `

class TddGateCanary_${token}(__import__('unittest').TestCase):
    def test_tdd_gate_canary_fails_${token}(self):
${toCanaryBody(['lambda: self.assertEqual(1, 2)', 'lambda: self.assertTrue(False)', ...PYTHON_CHECKS], '        ')}`,
}

function detect(project: Project): Detection | null {
  const { files, read } = project
  const tests = files.filter(isTestFile).slice(0, MAX_LOOKED_INTO)
  const texts = tests.map((path) => read(path) ?? '')
  if (isPytestNamed(project) || needsDjango(project) || !texts.some((text) => USES.test(text))) return null
  if (texts.some((text) => NEEDS_PYTEST.test(text))) return null
  return {
    directory: '.',
    command: `${sourcePath(files)}python3 {assets}/${SCRIPT} {reports}/unittest.ndjson {files}`,
    reports: ['{reports}/unittest.ndjson'],
    why: 'unittest, because test files import it, and nothing names pytest',
    isNamed: true,
  }
}
