/** pytest: JUnit of the first family (it names files), in a stable order; continues after a file that does not load. */
import { posix } from 'node:path'
import { PYTHON_FACTS } from './false-facts.ts'
import {
  asOperand,
  type ConsoleError,
  type Detection,
  type MeasuringCommand,
  type Project,
  type Runner,
  withOptions,
} from './runner.ts'

const COMMAND =
  'python3 -m pytest -p no:cacheprovider -p no:randomly --continue-on-collection-errors -o junit_family=xunit1 --junit-xml={reports}/pytest.xml {files}'

const CALL = /(?<=^|[\s/])(?:pytest|py\.test)(?=\s|$)/g
const PYTHON_CALL = /(?<=^|[\s/])python3?(?:\s+-[A-Za-z]+(?<!m))*(?=\s)/g
const OWN_COVERAGE = /--cov\b|\bcoverage\b/

/** pytest-cov, else coverage.py, which every command of Python can have around it. */
function measuring(command: string): readonly MeasuringCommand[] {
  const options = '--cov --cov-fail-under=0 --cov-report=xml:{coverage}/coverage.xml'
  const measured = withOptions(command, CALL, { options, own: OWN_COVERAGE })
  const first = measured === null ? [] : [{ needs: canImport('pytest_cov'), command: measured, file: 'coverage.xml' }]
  return [...first, ...withCoveragePy(command)]
}

/** A plain XML report also ends well where nothing was covered. */
export function withCoveragePy(command: string): readonly MeasuringCommand[] {
  const data = '--data-file={coverage}/data'
  const options = `-m coverage run ${data}`
  const measured = withOptions(command, PYTHON_CALL, { options, own: OWN_COVERAGE })
  if (measured === null || /[;&|]/.test(command)) return []
  const report = `python3 -m coverage xml ${data} --fail-under=0 -q -o {coverage}/coverage.xml`
  const whole = `${measured}\ntdd_gate_exit=$?\n${report}\n(exit $tdd_gate_exit)`
  return [{ needs: canImport('coverage'), command: whole, file: 'coverage.xml' }]
}

const canImport = (name: string) => `python3 -c 'import ${name}' 2> /dev/null`

/** Names of modules that pytest and its plugins import. */
const SHADOWED = [
  /^(?:abc|argparse|array|ast|asyncio|base64|bdb|bisect|bz2|calendar|cmd|code|codecs|codeop)(?:\.py|\/__init__\.py)$/,
  /^(?:collections|concurrent|configparser|contextlib|contextvars|copy|copyreg|csv|dataclasses)(?:\.py|\/__init__\.py)$/,
  /^(?:datetime|decimal|difflib|dis|doctest|email|encodings|enum|fcntl|fnmatch|fractions|functools)(?:\.py|\/__init__\.py)$/,
  /^(?:gettext|glob|graphlib|gzip|hashlib|heapq|hmac|html|http|importlib|inspect|io|ipaddress|json)(?:\.py|\/__init__\.py)$/,
  /^(?:keyword|linecache|locale|logging|lzma|math|multiprocessing|numbers|opcode|operator|os)(?:\.py|\/__init__\.py)$/,
  /^(?:pathlib|pdb|pickle|pkgutil|platform|plistlib|pprint|queue|quopri|random|re|reprlib|sched)(?:\.py|\/__init__\.py)$/,
  /^(?:secrets|select|selectors|shelve|shlex|shutil|signal|site|socket|socketserver|sqlite3|ssl)(?:\.py|\/__init__\.py)$/,
  /^(?:stat|statistics|string|struct|subprocess|tempfile|textwrap|threading|time|timeit|token)(?:\.py|\/__init__\.py)$/,
  /^(?:tokenize|trace|traceback|types|typing|unittest|urllib|uuid|warnings|weakref|xml|zipfile)(?:\.py|\/__init__\.py)$/,
  /^(?:zipimport|zlib)(?:\.py|\/__init__\.py)$/,
]

const CANARY = `def test_tdd_gate_canary_passes():
    assert True


def test_tdd_gate_canary_fails():
    assert False
`

// https://docs.pytest.org/en/stable/explanation/goodpractices.html#conventions-for-python-test-discovery
export const isTestFile = (path: string) =>
  /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path) && !/(?:^|\/)(?:node_modules|\.venv|venv)\//.test(path)

export const pytest: Runner = {
  name: 'pytest',
  format: 'junit',
  language: 'python',
  isCommand: (command) => /(?:^|[\s/])(?:pytest|py\.test)(?:\s|$)/.test(command),
  detect,
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  measuring,
  byHand: 'python3 -m pytest',
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'test_tdd_gate_canary.py'), text: CANARY }),
  canaryTests,
  consoleErrors,
}

/** Python functions that must raise, with `raise_unless` in their scope. */
export const PYTHON_CHECKS = ['lambda: raise_unless(1 == 2)', ...PYTHON_FACTS]

/** Returns the body of a Python test that fails, as a canary must, only when each check raises. @param indent of its lines */
export function toCanaryBody(checks: readonly string[], indent: string): string {
  return `def raise_unless(value):
    assert value

held = 0
for check in [${checks.join(', ')}]:
    try:
        check()
        held += 1
    except BaseException:
        pass
if not held:
    raise AssertionError('canary')
`.replace(/^(?=.)/gm, indent)
}

/** Calls of libraries that a file imports; each must raise. */
const CHECKS: Readonly<Record<string, string>> = {
  unittest: "__import__('unittest').TestCase().assertEqual(1, 2)",
  pytest: "__import__('pytest').raises(ValueError, lambda: None)",
  approx: "raise_unless(1 == __import__('pytest').approx(2))",
  numpy: "__import__('numpy').testing.assert_equal(1, 2)",
}

function canaryTests(_: string, text: string, token: string): string {
  const checks = Object.entries(CHECKS).flatMap(([name, call]) => (text.includes(name) ? [`lambda: ${call}`] : []))
  return `

def test_tdd_gate_canary_fails_${token}():
${toCanaryBody([...PYTHON_CHECKS, ...checks], '    ')}`
}

const MANIFEST =
  /^(?:(?:.*\/)?(?:dev-|test-)?requirements(?:[^/]*|\/[^/]+)\.(?:txt|in)|pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|noxfile\.py|Pipfile)$/

/** Returns whether the project configures pytest, or names it among what it installs. */
export function isNamed({ files, read }: Project): boolean {
  if (files.some((path) => /(?:^|\/)(?:\.?pytest\.(?:ini|toml)|conftest\.py)$/.test(path))) return true
  return files.some((path) => MANIFEST.test(path) && /\bpytest\b/.test(read(path) ?? ''))
}

/** Returns whether only `manage.py` can set the tests up: nothing names pytest, whose plug-in could. */
export const needsDjango = (project: Project): boolean =>
  /\bdjango\b/.test(project.read('manage.py') ?? '') && !isNamed(project)

/** Tools that start pytest in an environment of their own. */
const FRONTS: readonly (readonly [file: string, name: string])[] = [
  ['tox.ini', 'tox'],
  ['noxfile.py', 'nox'],
]

function detect(project: Project): Detection | null {
  const { files, read } = project
  if (needsDjango(project)) return null
  const [, front] = FRONTS.find(([file]) => files.includes(file)) ?? []
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
    command: `${sourcePath(files)}${isShadowing(files) ? COMMAND.replace(' ', ' -P ') : COMMAND}`,
    reports: ['{reports}/pytest.xml'],
    why: `pytest, because ${why}${front === undefined ? '' : `; pytest runs without ${front}, on packages of \`test.setup\``}`,
    isNamed: false,
  }
}

/** Returns whether a module at the top would be imported by pytest itself, since Python searches that folder first. */
const isShadowing = (files: readonly string[]) => files.some((path) => SHADOWED.some((names) => names.test(path)))

/** Folders whose packages are not under test. */
const NO_SOURCES = /^(?:tests?|testing|docs?|examples?|benchmarks?|scripts|tools|node_modules|venv|\.)/
const MAX_SOURCES = 5

/**
 * Returns the folder of the commit's own packages when it is not the top. Otherwise an installed copy of the package
 * would be tested.
 */
export function sourcePath(files: readonly string[]): string {
  const packages = new Set(files.filter((path) => path.endsWith('/__init__.py')).map(posix.dirname))
  const outermost = [...packages].filter((path) => !packages.has(posix.dirname(path)))
  const isSource = (folder: string) => /^[\w-]+$/.test(folder) && !NO_SOURCES.test(folder)
  const roots = new Set(outermost.map(posix.dirname).filter(isSource))
  if (!packages.has('src') && files.some((path) => /^src\/[^/]+\.py$/.test(path))) roots.add('src')
  if (roots.size === 0) return ''
  return `PYTHONPATH=${[...roots].toSorted().slice(0, MAX_SOURCES).join(':')} `
}

/** A conftest.py that does not load ends pytest before it can write a report. */
function consoleErrors(output: string): readonly ConsoleError[] {
  const found = /^ImportError while loading conftest '([^'\n]+)'\./m.exec(output)
  if (found === null) return []
  const messages = [...output.slice(found.index).matchAll(/^E {3}(.*)$/gm)].map((match) => match[1] ?? '')
  return [{ file: found[1] ?? null, message: messages.join('\n') }]
}
