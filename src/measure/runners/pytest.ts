/** pytest: JUnit of the first family (it names files), in a stable order, and on after a file that does not load. */
import { posix } from 'node:path'
import { asOperand, type ConsoleError, type Detection, type Project, type Runner } from './runner.ts'

const COMMAND =
  'python3 -m pytest -p no:cacheprovider -p no:randomly --continue-on-collection-errors -o junit_family=xunit1 --junit-xml={reports}/pytest.xml {files}'

const CANARY = `def test_tdd_gate_canary_passes():
    assert True


def test_tdd_gate_canary_fails():
    assert False
`

// https://docs.pytest.org/en/stable/explanation/goodpractices.html#conventions-for-python-test-discovery
const isTestFile = (path: string) =>
  /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path) && !/(?:^|\/)(?:node_modules|\.venv|venv)\//.test(path)

export const pytest: Runner = {
  name: 'pytest',
  format: 'junit',
  language: 'python',
  isCommand: (command) => /(?:^|[\s/])(?:pytest|py\.test)(?:\s|$)/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  sharesProcess: () => true,
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'test_tdd_gate_canary.py'), text: CANARY }),
  consoleErrors,
}

function detect({ files, read }: Project): Detection | null {
  const why = [
    files.includes('pytest.ini') && 'there is a pytest.ini',
    /\[tool\.pytest/.test(read('pyproject.toml') ?? '') && 'pyproject.toml configures it',
    /\[(?:tool:)?pytest\]/.test(`${read('setup.cfg') ?? ''}${read('tox.ini') ?? ''}`) &&
      'setup.cfg or tox.ini configures it',
    files.some((path) => posix.basename(path) === 'conftest.py') && 'there is a conftest.py',
    files.some(isTestFile) && 'there are files named test_*.py or *_test.py',
  ].find((reason) => reason !== false)
  if (why === undefined) return null
  return {
    directory: '.',
    command: COMMAND,
    reports: ['{reports}/pytest.xml'],
    why: `pytest, because ${why}`,
    isNamed: false,
  }
}

/** A conftest.py that does not load ends pytest before it can write anything. */
function consoleErrors(output: string): readonly ConsoleError[] {
  const found = /^ImportError while loading conftest '([^'\n]+)'\./m.exec(output)
  if (found === null) return []
  const said = [...output.slice(found.index).matchAll(/^E {3}(.*)$/gm)].map((match) => match[1] ?? '')
  return [{ file: found[1] ?? null, message: said.join('\n') }]
}
