import type { Body } from '../support/dialect.ts'
import { printTool, toPascal } from './tool.ts'

const BODIES: Readonly<Record<Body, string>> = {
  same: 'return $n;',
  tenth: 'return intdiv($n, 10);',
  twentieth: 'return intdiv($n, 20);',
  'tenth-otherwise': 'return intdiv(intdiv($n, 5), 2);',
  exit: 'exit(0);',
  rejection: 'return intdiv($n, 10);',
}

printTool({
  runner: 'PHPUnit',
  needs: ['phpunit', '--version'],
  project: {
    'phpunit.xml':
      '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
  },
  testPath: (module) => `tests/${toPascal(module)}Test.php`,
  sourcePath: (module) => `src/${module}.php`,
  source: (symbol, body) => `<?php\nfunction ${symbol}(int $n): int\n{\n    ${BODIES[body]}\n}\n`,
  tests: ({ module }, specs) => {
    const tests = specs.map(
      ({ name, input, output, mode }) =>
        `    public function test${toPascal(name)}(): void\n    {\n${mode === 'skip' ? "        $this->markTestSkipped('later');\n" : ''}        $this->assertSame(${output}, ${module}(${input}));\n    }\n`,
    )
    return `<?php\nrequire_once __DIR__ . '/../src/${module}.php';\n\nclass ${toPascal(module)}Test extends PHPUnit\\Framework\\TestCase\n{\n${tests.join('\n')}}\n`
  },
})
