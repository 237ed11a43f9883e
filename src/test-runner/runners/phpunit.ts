/** PHPUnit: one process for each file, since it takes one path at a time; JUnit names the file of each test. */
import { posix } from 'node:path'
import { findClassEnd } from '../canary/class-end.ts'
import { asOperand, type ConsoleError, type Detection, type Project, type Runner } from './runner.ts'

const SCRIPT = 'phpunit-files.php'
/** Pest brings PHPUnit, and runs its classes too. */
export const PEST = `${SCRIPT} pest`
const isPest = ({ files, read }: Project) =>
  files.includes('tests/Pest.php') || /"pestphp\/pest"/.test(read('composer.json') ?? '')
const CONFIGURATIONS = ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml']
const CANARY = `<?php

use PHPUnit\\Framework\\TestCase;

final class TddGateCanaryTest extends TestCase
{
    public function testTddGateCanaryPasses(): void
    {
        $this->assertSame(1, 1);
    }

    public function testTddGateCanaryFails(): void
    {
        $this->assertSame(1, 2);
    }
}
`

// https://docs.phpunit.de/en/12.0/organizing-tests.html
const isTestFile = (path: string) => /[^/]Test\.php$/.test(path) && !/(?:^|\/)(?:node_modules|vendor)\//.test(path)

export const phpunit: Runner = {
  name: 'PHPUnit',
  format: 'junit',
  language: 'php',
  isCommand: (command) => command.includes(SCRIPT) && !command.includes(PEST),
  detect: (project) => (isPest(project) ? null : detect(project, SCRIPT)),
  isTestFile,
  toTargets: (files) => files.map(asOperand),
  shuffle: ['--order-by=random', '--random-order-seed=9'],
  canary: (file) => ({ path: posix.join(posix.dirname(file), 'TddGateCanaryTest.php'), text: CANARY }),
  canaryTests,
  // PHPUnit runs one class of a file: the one that has its name.
  canaryAt: (file, text) => {
    const own = posix.basename(file, '.php').toLowerCase()
    return findClassEnd(text, 'php', (name) => name.toLowerCase().endsWith(own))
  },
  consoleErrors,
}

/** Statements that must throw: assertions, and functions that production may replace in the namespace of the tests. */
const FALSE = [
  ...[
    'assertSame(1, 2)',
    'assertEquals(1, 2)',
    'assertTrue(false)',
    'assertCount(1, [])',
    'assertContains(1, [2])',
  ].map((call) => `$this->${call}`),
  ...['count([1]) === 2', 'in_array(1, [2])', "strlen('a') === 2", "is_int('a')", 'json_encode(1) === json_encode(2)'],
  ...[
    'array_sum([1]) === 2',
    'round(1.2) === 4.0',
    'abs(-2) === 1',
    'max(1, 2) === 1',
    'implode([1]) === implode([2])',
  ],
].map((check) => (check.startsWith('$this') ? check : `if (!(${check})) { throw new \\Exception(); }`))

/** One line, so that no line of the file moves. */
function canaryTests(_file: string, _text: string, token: string): string {
  return ` public function testTddGateCanaryFails_${token}(): void ${getCanaryBody()} `
}

/** Fails, as a canary must, only when one of the checks throws. */
export function getCanaryBody(): string {
  const checks = FALSE.map((check) => `function () { ${check}; }`).join(', ')
  return `{ $held = 0; foreach ([${checks}] as $check) { try { $check(); $held += 1; } catch (\\Throwable $error) { continue; } } if ($held === 0) { throw new \\Exception('canary'); } $this->assertTrue(true); }`
}

export function detectPest(project: Project): Detection | null {
  const found = isPest(project) ? detect(project, PEST) : null
  return found && { ...found, why: 'Pest, because there is a tests/Pest.php, or composer.json names it' }
}

function detect({ files, read }: Project, script: string): Detection | null {
  const configuration = CONFIGURATIONS.find((path) => files.includes(path))
  const isNamed =
    configuration !== undefined || /"(?:phpunit\/phpunit|pestphp\/pest)"/.test(read('composer.json') ?? '')
  if (!isNamed || !files.some(isTestFile)) return null
  // Without a configuration PHPUnit has to hear where the tests are.
  const all = configuration === undefined ? `{files:-${getFolder(files)}}` : '{files}'
  return {
    directory: '.',
    command: `php {assets}/${script} {reports} ${all}`,
    reports: ['{reports}/phpunit-*.xml'],
    why: `PHPUnit, because ${configuration ? `there is a ${configuration}` : 'composer.json names it'}`,
    isNamed,
  }
}

function getFolder(files: readonly string[]): string {
  return files.some((path) => path.startsWith('tests/')) ? 'tests' : 'test'
}

/** PHP ends at a file that does not load; it names the file at the end of its message. */
const FATAL =
  /^(?:PHP )?(?:Fatal|Parse) error: {1,2}([^\n]{1,1000}?) in (\/[^\n]{1,500}?)(?:\(\d+\))?(?::\d+| on line \d+)$/gm

function consoleErrors(output: string): readonly ConsoleError[] {
  const found = [...output.matchAll(FATAL)].map(([, message = '', file = '']) => ({ file, message }))
  return [...new Map(found.map((error) => [error.file, error])).values()]
}
